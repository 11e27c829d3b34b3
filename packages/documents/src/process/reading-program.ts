import { readFile as readBytes } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { DocumentRefused } from '../document-refused.js'
import type { Block } from '../document.js'
import { endOfMemory, endOfTime, type ReadingMessage, type ReadingRequest } from './messages.js'

// The program of the process that reads one document, and of a thread that watches it: the main thread can be busy for long, and what pdf.js inflates is
// outside of the heap.

const watchEveryMs = 50
/** Of a message; JSON of such a length is read in a few milliseconds. */
const charactersPerMessage = 256 * 1024

interface Watch {
  /** Resident memory of the process. */
  readonly maxBytes: number
  /** Of the process since its start, in microseconds. */
  readonly maxCpuTime: number
  readonly parent: number
}

if (isMainThread) process.once('message', (request: ReadingRequest) => void answer(request))
else watchProcess(workerData as Watch)

async function answer({ source, file, bounds }: ReadingRequest): Promise<void> {
  process.on('disconnect', () => process.exit())
  // requests come first
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const { readFile } = await import('../read-file.js')
  // the loaded program is not part of the bounds
  const watch: Watch = {
    maxBytes: process.memoryUsage.rss() + bounds.memoryMegabytes * 1024 * 1024,
    maxCpuTime: cpuTime() + bounds.milliseconds * 1000,
    parent: process.ppid,
  }
  new Worker(fileURLToPath(import.meta.url), { workerData: watch }).unref()
  await send({ kind: 'started' })
  try {
    const bytes = typeof source === 'string' ? await readBytes(source) : source
    const { blocks, ...document } = await readFile(bytes, file, bounds)
    for (const part of parts(blocks)) await send({ kind: 'blocks', blocks: part })
    await send({ kind: 'read', document })
  } catch (error) {
    if (error instanceof DocumentRefused) await send({ kind: 'refused', reason: error.reason, message: error.message })
    else await send({ kind: 'failed', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
  // the parent ends this process when it has the last message
}

function* parts(blocks: readonly Block[]): Generator<readonly Block[]> {
  let part: Block[] = []
  let characters = 0
  for (const block of blocks) {
    part.push(block)
    characters += block.text.length + 100
    if (characters < charactersPerMessage) continue
    yield part
    part = []
    characters = 0
  }
  if (part.length > 0) yield part
}

function send(message: ReadingMessage): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()))
}

function watchProcess({ maxBytes, maxCpuTime, parent }: Watch): void {
  setInterval(() => {
    // also without a parent
    if (process.memoryUsage.rss() > maxBytes || process.ppid !== parent) process.kill(process.pid, endOfMemory)
    if (cpuTime() > maxCpuTime) process.kill(process.pid, endOfTime)
  }, watchEveryMs)
}

function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

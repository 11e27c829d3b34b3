import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DocumentRefused } from '../document-refused.js'
import type { Block, DocumentText } from '../document.js'
import { endOfMemory, endOfTime, type ReadingMessage, type ReadingRequest } from './messages.js'

/** The bound of time is one of processor time, which a busy machine gives late. */
const clockFactor = 4
/** Of an operator, or of a terminal, to this process and its children. */
const outerSignals: readonly unknown[] = ['SIGTERM', 'SIGINT', 'SIGHUP']

const here = fileURLToPath(import.meta.url)
const program = programFile(dirname(here))

/** In the sources beside this file. A build bundles both, and this one into a folder below. */
function programFile(below: string): string {
  const file = join(below, `reading-program${extname(here)}`)
  return existsSync(file) || below === dirname(below) ? file : programFile(dirname(below))
}

/**
 * Reads a document in a process of its own, which ends with it: memory that runs out ends a whole process, also when a thread of it has a
 * bound. It has no environment, so no secret of this one. Throws DocumentRefused, or the reason of the signal.
 */
export function readInProcess(request: ReadingRequest, signal: AbortSignal): Promise<DocumentText> {
  signal.throwIfAborted()
  const { milliseconds, memoryMegabytes } = request.bounds
  const child = fork(program, {
    // sources need the loader of this process
    execArgv: [...(program.endsWith('.ts') ? process.execArgv : []), `--max-old-space-size=${String(memoryMegabytes)}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    const blocks: Block[] = []
    let hasStarted = false
    const end = (settle: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      child.removeAllListeners()
      // a process that could not be started has errors after this one
      child.on('error', () => undefined)
      const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null
      if (!isRunning) settle()
      else {
        // the next document starts after it
        child.once('exit', settle)
        child.kill('SIGKILL')
      }
    }
    const refuse = (reason: DocumentRefused['reason'], message?: string) =>
      end(() => reject(new DocumentRefused(reason, message)))
    const abort = () => end(() => reject(signal.reason as Error))
    const timer = setTimeout(refuse, milliseconds * clockFactor, 'timed_out')
    signal.addEventListener('abort', abort)
    child.on('error', (error) => end(() => reject(error)))
    // after its messages, unlike `exit`
    child.on('close', (code, by) => {
      if (!hasStarted || outerSignals.includes(by))
        end(() => reject(new Error(`The process that reads documents ended: ${String(by ?? code)}`)))
      else if (by === endOfTime) refuse('timed_out')
      // V8 aborts, which a shell reports as 134
      else if (by === endOfMemory || by === 'SIGABRT' || code === 134) refuse('out_of_memory')
      // a crash that the file has caused
      else refuse('broken')
    })
    child.on('message', (message: ReadingMessage) => {
      hasStarted = true
      if (message.kind === 'blocks') for (const block of message.blocks) blocks.push(block)
      else if (message.kind === 'read') end(() => resolve({ ...message.document, blocks }))
      else if (message.kind === 'refused') refuse(message.reason, message.message)
      else if (message.kind === 'failed')
        end(() => reject(new Error('A document could not be read', { cause: message.stack })))
    })
    child.send(request, (error) => error && child.kill('SIGKILL'))
  })
}

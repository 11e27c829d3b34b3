import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import type { Kind } from '../../src/kinds.js'
import { cpuMsOf, residentMbOf } from '../processes.js'
import type { TimedAnswer } from '../tokens/raw-process.js'
import { answerOf, loaded, officeJob, startWorker } from '../worker.js'
import { character, messages } from './messages.js'

export interface DemoResult {
  readonly kind: Kind
  readonly answers: readonly TimedAnswer[]
  /** Of the worker's process, all threads, while it generated `answers`. */
  readonly cpuMs: number
  /** The memory of the worker afterwards, in MB. */
  readonly residentMb: number
}

export interface DemoOptions {
  /** How often each message is sent. */
  readonly rounds: number
  readonly folder: string
}

/** The bundled model, in workers with default settings except for one thread. */
export async function measureDemo({ rounds, folder }: DemoOptions): Promise<DemoResult[]> {
  const results: DemoResult[] = []
  // in sequence: each has the machine for itself
  for (const kind of ['office', 'character'] as const) results.push(await measureWorker(kind, { rounds, folder }))
  return results
}

async function measureWorker(kind: Kind, { rounds, folder }: DemoOptions): Promise<DemoResult> {
  const worker = await startWorker(kind, { folder, kind, env: { MODEL_THREADS: '1' } })
  try {
    await loaded(worker)
    await roundOf(kind, worker.url)
    const answers: TimedAnswer[] = []
    const beforeMs = cpuMsOf(worker.pid)
    for (let round = 0; round < rounds; round += 1) answers.push(...(await roundOf(kind, worker.url)))
    return { kind, answers, cpuMs: cpuMsOf(worker.pid) - beforeMs, residentMb: residentMbOf(worker.pid) }
  } finally {
    await worker.stop()
  }
}

/** Sends each message once, as different callers: the worker knows only the system text. */
async function roundOf(kind: Kind, url: string): Promise<TimedAnswer[]> {
  const answers: TimedAnswer[] = []
  for (const message of messages[kind]) answers.push(await answerOf(url, jobOf(kind, message)))
  return answers
}

function jobOf(kind: Kind, message: string): ReplyJob {
  const job = officeJob(message)
  return kind === 'office' ? job : { ...job, kind, character }
}

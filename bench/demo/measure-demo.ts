import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import type { Kind } from '../../src/kinds.js'
import { cpuMsOf, residentMbOf } from '../processes.js'
import type { TimedAnswer } from '../tokens/raw-process.js'
import { answerOf, loaded, officeJob, startWorker } from '../worker.js'
import { character, messages } from './messages.js'

export interface DemoResult {
  readonly kind: Kind
  readonly answers: readonly TimedAnswer[]
  /** Of the worker's process, all of its threads, while it made `answers`. */
  readonly cpuMs: number
  /** What the worker has in memory after them, in MB. */
  readonly residentMb: number
}

export interface DemoOptions {
  /** How often each message is asked. */
  readonly rounds: number
  readonly folder: string
}

/** The model that is bundled, in workers as they are configured by themselves, but for one thread. */
export async function measureDemo({ rounds, folder }: DemoOptions): Promise<DemoResult[]> {
  const results: DemoResult[] = []
  // one after the other: each has the machine for itself
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

/** Each message once, from callers of their own: a worker knows no more than the system text of any. */
async function roundOf(kind: Kind, url: string): Promise<TimedAnswer[]> {
  const answers: TimedAnswer[] = []
  for (const message of messages[kind]) answers.push(await answerOf(url, jobOf(kind, message)))
  return answers
}

function jobOf(kind: Kind, message: string): ReplyJob {
  const job = officeJob(message)
  return kind === 'office' ? job : { ...job, kind, character }
}

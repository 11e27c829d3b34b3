import { once } from 'node:events'
import type { PortOverrides } from '../../../main/port-overrides.js'
import type { ReplyGenerator, ReplyJob, ReplyProgress } from '../../../src/ports/reply-generator/reply-generator.js'

export type Course = (signal: AbortSignal) => AsyncIterable<ReplyProgress>

/** Replaces the worker's run of the next job. */
export const course = (...steps: readonly ReplyProgress[]): Course =>
  async function* () {
    yield* steps
  }

export const refusal = (error: Error): Course =>
  async function* () {
    throw error
    yield { kind: 'started' }
  }

/** After these steps yields nothing more until it is cancelled. */
export const stall = (...steps: readonly ReplyProgress[]): Course =>
  async function* (signal) {
    yield* steps
    if (!signal.aborted) await once(signal, 'abort')
  }

/** Between the product and its workers: records every job, and lets a test replace the next run. */
export class TappedGenerator {
  readonly jobs: ReplyJob[] = []
  readonly signals: AbortSignal[] = []
  next: Course | undefined
  /** The run of every job without a `next`, while it is set. */
  always: Course | undefined

  readonly wrap: PortOverrides = { generator: (generator) => this.#tap(generator) }

  get lastJob(): ReplyJob {
    const job = this.jobs.at(-1)
    if (!job) throw new Error('no job has come')
    return job
  }

  #tap(generator: ReplyGenerator): ReplyGenerator {
    return {
      generate: (job, signal) => {
        this.jobs.push(job)
        this.signals.push(signal)
        const next = this.next ?? this.always
        this.next = undefined
        return next ? next(signal) : generator.generate(job, signal)
      },
    }
  }
}

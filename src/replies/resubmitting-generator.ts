import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../errors.js'
import type { Logger } from '../logger.js'
import type { ReplyGenerator, ReplyJob, ReplyProgress, ReplyQueued } from '../ports/reply-generator/reply-generator.js'
import { RetryQueue } from './retry-queue.js'
import type { RetrySlot } from './retry-queue.js'

export interface ResubmittingGeneratorOptions {
  readonly generator: ReplyGenerator
  /** Epoch milliseconds, the clock of the deadlines. */
  readonly clock: () => number
  readonly log: Logger
  /**
   * How long a worker may be away before its jobs fail, in milliseconds. By default a minute, enough to load a model.
   */
  readonly giveUpAfterMs?: number
  /** Pause between two tries, in milliseconds; 250 by default. */
  readonly pauseMs?: number
}

/**
 * A worker's queue only copies the accepted generations. Jobs that it loses before their first delta are submitted
 * again, oldest first, and new jobs wait behind them. A job fails if the worker failed twice while running it, since
 * the job may be the cause.
 */
export class ResubmittingGenerator implements ReplyGenerator {
  readonly #retries = new RetryQueue()

  constructor(private readonly options: ResubmittingGeneratorOptions) {}

  async *generate(job: ReplyJob, signal: AbortSignal): AsyncGenerator<ReplyProgress, void, undefined> {
    const { clock, giveUpAfterMs = 60_000, pauseMs = 250 } = this.options
    const attempt = { hasStarted: false, hasText: false }
    let slot: RetrySlot | undefined = this.#retries.isEmpty ? undefined : this.#retries.join(job.deadline)
    let breaks = 0
    let giveUpAt = clock() + giveUpAfterMs
    try {
      for (;;) {
        if (slot) for await (const position of slot.turn(signal)) yield waitingForWorker(position)
        if (signal.aborted) return
        attempt.hasStarted = false
        try {
          for await (const progress of this.options.generator.generate(job, signal)) {
            slot?.leave()
            slot = undefined
            giveUpAt = clock() + giveUpAfterMs
            attempt.hasStarted ||= progress.kind === 'started'
            attempt.hasText ||= progress.kind === 'delta'
            yield progress
          }
          return
        } catch (error) {
          if (attempt.hasStarted) breaks += 1
          if (!isWorkerUnavailable(error) || attempt.hasText || breaks > 1) throw error
          if (clock() >= job.deadline) {
            yield { kind: 'end', outcome: 'failed', reason: 'timed_out' }
            return
          }
          if (clock() >= giveUpAt) throw error
          if (!slot) {
            slot = this.#retries.join(job.deadline)
            this.options.log.warn({ generationId: job.id, kind: job.kind, err: error }, 'submission.deferred')
          }
          // an abort ends the pause, and the loop checks it
          await pause(pauseMs, undefined, { signal }).catch(() => undefined)
        }
      }
    } finally {
      slot?.leave()
    }
  }
}

function waitingForWorker(position: number): ReplyQueued {
  return { kind: 'queued', position, reason: 'WORKER_AWAY', startsInMs: null }
}

/** False for a worker that is full. */
export function isWorkerUnavailable(error: unknown): boolean {
  return (
    error instanceof AppError &&
    error.code === 'UNAVAILABLE' &&
    error.part === 'model' &&
    error.retryAfterMs === undefined
  )
}

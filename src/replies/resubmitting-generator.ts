import { AppError, type Logger, pauseUnlessAborted, reasonOf } from '@parley/runtime'
import type {
  JobRun,
  KnownPosition,
  ReplyGenerator,
  ReplyJob,
  ReplyProgress,
  ReplyQueued,
} from '../ports/reply-generator/reply-generator.js'
import { RetryQueue, type RetrySlot } from './retry-queue.js'

/** Enough to load a model. */
const defaultGiveUpMs = 60_000
const defaultPauseMs = 250

/**
 * A worker's queue only copies the accepted generations. Jobs that it loses before it has started them are submitted
 * again, oldest first, and new jobs wait behind them. A job that was running may be the cause: its caller decides.
 */
export class ResubmittingGenerator implements ReplyGenerator {
  readonly #retries = new RetryQueue()

  constructor(
    private readonly options: {
      readonly generator: ReplyGenerator
      /** That of the deadlines, in milliseconds. */
      readonly clock: () => number
      readonly log: Logger
      /** How long a worker may be away before its jobs fail, in milliseconds. */
      readonly giveUpAfterMs?: number
      /** Pause between two tries, in milliseconds. */
      readonly pauseMs?: number
    },
  ) {}

  async position(run: JobRun): Promise<KnownPosition | undefined> {
    return this.options.generator.position?.(run)
  }

  async cancel(generationId: string): Promise<void> {
    await this.options.generator.cancel?.(generationId)
  }

  async writtenPieces(run: JobRun & Pick<ReplyJob, 'resumeAt'>): ReturnType<Required<ReplyGenerator>['writtenPieces']> {
    return (await this.options.generator.writtenPieces?.(run)) ?? []
  }

  async *generate(job: ReplyJob, signal: AbortSignal): AsyncGenerator<ReplyProgress, void, undefined> {
    const { clock, giveUpAfterMs = defaultGiveUpMs, pauseMs = defaultPauseMs } = this.options
    let hasStarted = false
    let slot: RetrySlot | undefined = this.#retries.isEmpty ? undefined : this.#retries.join(job.deadline)
    let giveUpAt = clock() + giveUpAfterMs
    try {
      for (;;) {
        if (slot) for await (const position of slot.turn(signal)) yield waitingForWorker(position)
        if (signal.aborted) return
        try {
          for await (const progress of this.options.generator.generate(job, signal)) {
            slot?.leave()
            slot = undefined
            giveUpAt = clock() + giveUpAfterMs
            hasStarted ||= progress.kind === 'started'
            yield progress
          }
          return
        } catch (error) {
          if (hasStarted || !isWorkerUnavailable(error)) throw error
          if (clock() >= job.deadline) {
            yield { kind: 'end', outcome: 'failed', reason: 'timed_out' }
            return
          }
          if (clock() >= giveUpAt) throw error
          if (!slot) {
            slot = this.#retries.join(job.deadline)
            const fields = { generationId: job.id, kind: job.kind, reason: reasonOf(error) }
            this.options.log.warn(fields, 'submission.deferred')
          }
          // an abort ends the pause, and the loop checks it
          await pauseUnlessAborted(pauseMs, signal)
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

/** For replies that are not stored: a job whose worker was lost while it ran is run again, once, if it had no text. */
export function againBeforeText(generator: ReplyGenerator): ReplyGenerator {
  return {
    async *generate(job, signal) {
      let last: ReplyProgress | undefined
      try {
        for await (last of generator.generate(job, signal)) yield last
      } catch (error) {
        if (last?.kind !== 'started' || !isWorkerUnavailable(error)) throw error
        yield* generator.generate(job, signal)
      }
    },
  }
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

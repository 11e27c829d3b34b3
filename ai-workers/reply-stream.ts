import { AppError } from '../src/errors.js'
import type { ReplyProgress } from '../src/ports/reply-generator/reply-generator.js'
import type { Outcome } from './performance.js'
import { ProgressBuffer } from './progress-buffer.js'

type Result = IteratorResult<ReplyProgress, undefined>

export interface ReplyStreamOptions {
  /** The job itself; it stops soon after its signal is aborted. */
  readonly source: (signal: AbortSignal) => AsyncIterable<ReplyProgress>
  /** The caller's: aborting it cancels. */
  readonly signal: AbortSignal
  /** Milliseconds until `deadline`, asked once, at the first `next()`. */
  readonly timeLeftMs: () => number
  readonly mergeWindowMs: number
  /** The running streams of a worker: a stream is a member from its first `next()` until its job has nothing more to say. */
  readonly open: Set<ReplyStream>
  /** Called with the first progress, that is on acceptance; the answer is called when the stream is over. */
  readonly onAccepted?: () => (outcome: Outcome) => void
}

const longestTimerMs = 2 ** 31 - 1

/**
 * The reader's end of a job. The job runs at its own speed: a slow reader finds its events merged and keeps no slot busy.
 * Cancel and deadline reach the reader at once, even when the model is slow to stop.
 */
export class ReplyStream implements AsyncIterableIterator<ReplyProgress, undefined, undefined> {
  private readonly stop = new AbortController()
  private readonly readers: { resolve: (result: Result) => void; reject: (error: unknown) => void }[] = []
  private readonly buffer: ProgressBuffer
  private state: 'new' | 'open' | 'over' = 'new'
  private failure: { readonly error: unknown } | undefined
  private deadline: NodeJS.Timeout | undefined
  private onOver: ((outcome: Outcome) => void) | undefined

  constructor(private readonly options: ReplyStreamOptions) {
    this.buffer = new ProgressBuffer(options.mergeWindowMs, () => this.serve())
  }

  next(): Promise<Result> {
    if (this.options.signal.aborted) this.cancel()
    if (this.state === 'new') this.start()
    return new Promise((resolve, reject) => {
      this.readers.push({ resolve, reject })
      this.serve()
    })
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    this.cancel()
    return Promise.resolve({ done: true, value: undefined })
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** Ends the job; what it has said so far is still read, then `next()` rejects once with `error`. */
  fail(error: unknown): void {
    if (this.state === 'over') return
    this.failure = { error }
    // a job that is sent away has not failed: it may be made elsewhere, or later
    this.finish(isRefusal(error) ? 'cancelled' : 'failed')
  }

  private start(): void {
    this.state = 'open'
    this.options.open.add(this)
    this.options.signal.addEventListener('abort', this.cancel, { once: true })
    const timeLeftMs = Math.min(Math.max(0, this.options.timeLeftMs()), longestTimerMs)
    this.deadline = setTimeout(() => this.accept({ kind: 'end', outcome: 'failed', reason: 'timed_out' }), timeLeftMs)
    void this.pump()
  }

  private async pump(): Promise<void> {
    try {
      for await (const progress of this.options.source(this.stop.signal)) this.accept(progress)
      this.finish('cancelled')
    } catch (error) {
      // once the stream is over this is only the job's way of stopping
      this.fail(error)
    }
  }

  private accept(progress: ReplyProgress): void {
    if (this.state === 'over') return
    this.onOver ??= this.options.onAccepted?.()
    this.buffer.add(progress)
    if (progress.kind === 'end') this.finish(progress.outcome)
    else this.serve()
  }

  private readonly cancel = (): void => {
    this.buffer.clear()
    this.failure = undefined
    this.finish('cancelled')
  }

  private finish(outcome: Outcome): void {
    if (this.state === 'over') return
    this.state = 'over'
    this.onOver?.(outcome)
    this.buffer.close()
    clearTimeout(this.deadline)
    this.options.signal.removeEventListener('abort', this.cancel)
    this.options.open.delete(this)
    this.stop.abort()
    this.serve()
  }

  private serve(): void {
    while (this.readers.length > 0) {
      const progress = this.buffer.take()
      if (!progress && this.state !== 'over') return
      const reader = this.readers.shift()
      if (progress) reader?.resolve({ done: false, value: progress })
      else if (this.failure) reader?.reject(this.takeFailure())
      else reader?.resolve({ done: true, value: undefined })
    }
  }

  private takeFailure(): unknown {
    const error = this.failure?.error
    this.failure = undefined
    return error
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code === 'UNAVAILABLE'
}

import { AppError, PushIterator } from '@parley/runtime'
import type { ReplyProgress } from '../src/ports/reply-generator/reply-generator.js'
import type { Outcome } from './performance.js'
import { ProgressBuffer } from './progress-buffer.js'

interface ReplyStreamOptions {
  /** Runs the job; it stops soon after its signal is aborted. Calls `accepted` when the job has a place in the queue. */
  readonly source: (signal: AbortSignal, accepted: () => void) => AsyncIterable<ReplyProgress>
  /** Aborted by the caller to cancel. */
  readonly signal: AbortSignal
  /** Milliseconds until `deadline`, read once, at the first `next()`. */
  readonly timeLeftMs: () => number
  readonly mergeWindowMs: number
  /** The running streams of a worker: a stream is in it from its first `next()` until its job ends. */
  readonly open: Set<ReplyStream>
  /** Called when the job is accepted; the returned function is called when the stream ends. */
  readonly onAccepted?: () => (outcome: Outcome) => void
}

const maxTimerMs = 2 ** 31 - 1

/**
 * The reader's end of a job. The job runs at its own speed: for a slow reader events are merged, and no slot stays
 * busy. Cancel and deadline reach the reader at once, even when the model is slow to stop.
 */
export class ReplyStream extends PushIterator<ReplyProgress> {
  readonly #stop = new AbortController()
  readonly #buffer: ProgressBuffer
  #hasStarted = false
  #hasProgress = false
  #deadline: NodeJS.Timeout | undefined
  #onOver: ((outcome: Outcome) => void) | undefined

  constructor(private readonly options: ReplyStreamOptions) {
    super()
    this.#buffer = new ProgressBuffer(options.mergeWindowMs, () => this.deliver())
  }

  override next(): Promise<IteratorResult<ReplyProgress, undefined>> {
    if (this.options.signal.aborted) this.end()
    if (!this.#hasStarted && !this.isOver) this.#start()
    return super.next()
  }

  /** Ends the job; its earlier progress can still be read, then `next()` rejects once with `error`. */
  fail(error: unknown): void {
    // a refused job has not failed: another worker, or a later try, may run it
    const refusal = this.#hasProgress ? 'cancelled' : 'refused'
    this.#conclude(isRefusal(error) ? refusal : 'failed', { error })
  }

  #start(): void {
    this.#hasStarted = true
    this.options.open.add(this)
    this.options.signal.addEventListener('abort', this.end, { once: true })
    const timeLeftMs = Math.min(Math.max(0, this.options.timeLeftMs()), maxTimerMs)
    this.#deadline = setTimeout(() => this.#accept({ kind: 'end', outcome: 'failed', reason: 'timed_out' }), timeLeftMs)
    void this.#pump()
  }

  async #pump(): Promise<void> {
    const accepted = () => {
      if (!this.isOver) this.#onOver ??= this.options.onAccepted?.()
    }
    try {
      for await (const progress of this.options.source(this.#stop.signal, accepted)) this.#accept(progress)
      this.#conclude('cancelled')
    } catch (error) {
      // after the end of the stream, this error only means that the job stopped
      this.fail(error)
    }
  }

  #accept(progress: ReplyProgress): void {
    if (this.isOver) return
    this.#hasProgress = true
    this.#buffer.add(progress)
    if (progress.kind === 'end') this.#conclude(progress.outcome)
    else this.deliver()
  }

  protected nextItem(): ReplyProgress | undefined {
    return this.#buffer.shift()
  }

  protected readonly end = (): void => {
    this.#buffer.clear()
    this.#conclude('cancelled')
    this.finish()
  }

  #conclude(outcome: Outcome, failure?: { readonly error: unknown }): void {
    if (this.isOver) return
    this.#buffer.close()
    this.finish(failure)
    this.#onOver?.(outcome)
    clearTimeout(this.#deadline)
    this.options.signal.removeEventListener('abort', this.end)
    this.options.open.delete(this)
    this.#stop.abort()
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code === 'UNAVAILABLE'
}

import { AppError } from '../src/errors.js'
import { PushIterator } from '../src/iterators.js'
import type { ReplyProgress } from '../src/ports/reply-generator/reply-generator.js'
import type { Outcome } from './performance.js'
import { ProgressBuffer } from './progress-buffer.js'

interface ReplyStreamOptions {
  /** The job itself; it stops soon after its signal is aborted. */
  readonly source: (signal: AbortSignal) => AsyncIterable<ReplyProgress>
  /** The caller's: aborting it cancels. */
  readonly signal: AbortSignal
  /** Milliseconds until `deadline`, asked once, at the first `next()`. */
  readonly timeLeftMs: () => number
  readonly mergeWindowMs: number
  /** The running streams of a worker: a stream is a member from its first `next()` until its job has nothing more to say. */
  readonly open: Set<ReplyStream>
  /** Called with the first progress, that is on acceptance; the returned function is called when the stream is over. */
  readonly onAccepted?: () => (outcome: Outcome) => void
}

const longestTimerMs = 2 ** 31 - 1

/**
 * The reader's end of a job. The job runs at its own speed: a slow reader finds its events merged and keeps no slot busy.
 * Cancel and deadline reach the reader at once, even when the model is slow to stop.
 */
export class ReplyStream extends PushIterator<ReplyProgress> {
  private readonly stop = new AbortController()
  private readonly buffer: ProgressBuffer
  private hasStarted = false
  private deadline: NodeJS.Timeout | undefined
  private onOver: ((outcome: Outcome) => void) | undefined

  constructor(private readonly options: ReplyStreamOptions) {
    super()
    this.buffer = new ProgressBuffer(options.mergeWindowMs, () => this.serve())
  }

  override next(): Promise<IteratorResult<ReplyProgress, undefined>> {
    if (this.options.signal.aborted) this.end()
    if (!this.hasStarted && !this.isOver) this.start()
    return super.next()
  }

  /** Ends the job; what it has said so far is still read, then `next()` rejects once with `error`. */
  fail(error: unknown): void {
    // a job that is sent away has not failed: it may be made elsewhere, or later
    this.conclude(isRefusal(error) ? 'cancelled' : 'failed', { error })
  }

  private start(): void {
    this.hasStarted = true
    this.options.open.add(this)
    this.options.signal.addEventListener('abort', this.end, { once: true })
    const timeLeftMs = Math.min(Math.max(0, this.options.timeLeftMs()), longestTimerMs)
    this.deadline = setTimeout(() => this.accept({ kind: 'end', outcome: 'failed', reason: 'timed_out' }), timeLeftMs)
    void this.pump()
  }

  private async pump(): Promise<void> {
    try {
      for await (const progress of this.options.source(this.stop.signal)) this.accept(progress)
      this.conclude('cancelled')
    } catch (error) {
      // once the stream is over this is only the job's way of stopping
      this.fail(error)
    }
  }

  private accept(progress: ReplyProgress): void {
    if (this.isOver) return
    this.onOver ??= this.options.onAccepted?.()
    this.buffer.add(progress)
    if (progress.kind === 'end') this.conclude(progress.outcome)
    else this.serve()
  }

  protected take(): ReplyProgress | undefined {
    return this.buffer.take()
  }

  protected readonly end = (): void => {
    this.buffer.clear()
    this.conclude('cancelled')
    this.finish()
  }

  private conclude(outcome: Outcome, failure?: { readonly error: unknown }): void {
    if (this.isOver) return
    this.buffer.close()
    this.finish(failure)
    this.onOver?.(outcome)
    clearTimeout(this.deadline)
    this.options.signal.removeEventListener('abort', this.end)
    this.options.open.delete(this)
    this.stop.abort()
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code === 'UNAVAILABLE'
}

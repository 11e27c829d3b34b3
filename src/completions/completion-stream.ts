import type { ReplyFailure, ReplyProgress } from '../ports/reply-generator/reply-generator.js'
import type { GenerationErrorCode } from '../replies/generation.js'
import type { CompletionEvent } from './completion.js'
import type { CompletionMeter } from './completion-meter.js'

export interface CompletionStreamOptions {
  readonly completionId: string
  /** The job; it stops soon after its signal is aborted. */
  readonly source: (signal: AbortSignal) => AsyncIterable<ReplyProgress>
  readonly meter: CompletionMeter
}

/**
 * The events of one completion for its one reader; `return()` cancels it, queued or running. Written by hand because
 * `return()` must end a waiting `next()`, which an async generator cannot.
 */
export class CompletionStream implements AsyncIterableIterator<CompletionEvent, undefined> {
  readonly #stop = new AbortController()
  readonly #source: AsyncIterator<ReplyProgress, unknown>

  constructor(private readonly options: CompletionStreamOptions) {
    this.#source = options.source(this.#stop.signal)[Symbol.asyncIterator]()
  }

  async next(): Promise<IteratorResult<CompletionEvent, undefined>> {
    const { meter, completionId } = this.options
    for (;;) {
      if (this.#isStopped()) return over
      meter.begin()
      const item = await this.#source.next().catch((error: unknown) => this.#broken(error))
      if (item.done || this.#isStopped()) {
        await meter.settle()
        return over
      }
      meter.take(item.value)
      // before its reader knows that it has ended
      if (item.value.kind === 'end') await meter.settle()
      // no worker has accepted it yet: what still refuses it has a status of its own
      if (item.value.kind === 'queued' && item.value.reason === 'WORKER_AWAY') continue
      return { done: false, value: { ...nothingNew, completionId, ...newsOf(item.value) } }
    }
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    this.#stop.abort()
    // a source that waits for its reader, not for its model, learns it here; how it ends does not matter any more
    void this.#source.return?.().catch(() => undefined)
    void this.options.meter.settle()
    return Promise.resolve(over)
  }

  async #broken(error: unknown): Promise<never> {
    this.options.meter.fail()
    await this.options.meter.settle()
    throw error
  }

  // asked anew after an await
  #isStopped(): boolean {
    return this.#stop.signal.aborted
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

const over = { done: true, value: undefined } as const

const nothingNew = {
  status: 'RUNNING',
  position: null,
  offset: 0,
  delta: '',
  errorCode: null,
  errorMessage: null,
  receipt: null,
} as const satisfies Omit<CompletionEvent, 'completionId'>

function newsOf(progress: ReplyProgress): Partial<CompletionEvent> {
  switch (progress.kind) {
    case 'queued':
      return { status: 'QUEUED', position: progress.position }
    case 'started':
      return {}
    case 'delta':
      return { offset: progress.offset, delta: progress.delta }
    case 'end': {
      const receipt = progress.receipt ?? null
      if (progress.outcome === 'completed') return { status: 'COMPLETED', receipt }
      const errorCode = codes[progress.reason]
      return { status: 'FAILED', errorCode, errorMessage: progress.message ?? null, receipt }
    }
  }
}

const codes = {
  timed_out: 'TIMED_OUT',
  generation_failed: 'GENERATION_FAILED',
  prompt_too_long: 'PROMPT_TOO_LONG',
  hosted_failed: 'HOSTED_FAILED',
} as const satisfies Readonly<Record<ReplyFailure, GenerationErrorCode>>

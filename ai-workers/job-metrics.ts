import type { Kind } from '../src/kinds.js'
import { promptTokens, queuedJobs, queueSeconds, replyRate, replyTokens } from '../src/metrics/replies.js'
import { stopwatch } from '../src/metrics/registry.js'
import type { ReplyProgress } from '../src/ports/reply-generator/reply-generator.js'

/** Measures one job of a worker, from its arrival in the queue to `end`. */
export class JobMetrics {
  readonly #queued = stopwatch()
  #state: 'waiting' | 'running' | undefined
  #writing: (() => number) | undefined

  constructor(private readonly job: { readonly kind: Kind; readonly model: string }) {
    this.#enter('waiting')
  }

  started(): void {
    queueSeconds.observe({ kind: this.job.kind }, this.#queued())
    this.#enter('running')
  }

  progressed(progress: ReplyProgress): void {
    const { model } = this.job
    if (progress.kind === 'delta') this.#writing ??= stopwatch()
    if (progress.kind !== 'end' || !progress.receipt) return
    const { readTokens, reusedTokens, replyTokens: written } = progress.receipt
    promptTokens.inc({ model, source: 'read' }, readTokens)
    promptTokens.inc({ model, source: 'reused' }, reusedTokens)
    replyTokens.inc({ model }, written)
    const seconds = this.#writing?.() ?? 0
    if (seconds > 0 && progress.outcome === 'completed') replyRate.observe({ model }, written / seconds)
  }

  /** The job has left the queue. */
  end(): void {
    this.#enter(undefined)
  }

  #enter(state: 'waiting' | 'running' | undefined): void {
    const { kind } = this.job
    if (this.#state) queuedJobs.dec({ kind, state: this.#state })
    if (state) queuedJobs.inc({ kind, state })
    this.#state = state
  }
}

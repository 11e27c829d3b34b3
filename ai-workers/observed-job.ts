import { childrenOf, remoteParent, type Span, startSpan, stopwatch, traceparentOf } from '@parley/runtime'
import { promptTokens, queuedJobs, queueSeconds, replyRate, replyTokens } from '../src/metrics/replies.js'
import type { ReplyJob, ReplyProgress } from '../src/ports/reply-generator/reply-generator.js'

const isPiece = ({ kind }: ReplyProgress) => kind === 'thought' || kind === 'delta' || kind === 'tool_call'

/** The spans and metrics of one job of a worker, from its arrival in the queue to its end. */
export class ObservedJob {
  readonly #waited = stopwatch()
  readonly #reply: Span
  /** Of the step that the job is in. */
  #step: Span | undefined
  #state: 'waiting' | 'running' | undefined
  #writing: (() => number) | undefined

  constructor(private readonly job: Pick<ReplyJob, 'id' | 'kind' | 'model' | 'traceparent'>) {
    const { id, kind, model, traceparent } = job
    const attributes = { 'parley.generation.id': id, 'parley.kind': kind, 'gen_ai.request.model': model }
    this.#reply = startSpan('reply', { attributes, parent: remoteParent(traceparent) })
    this.#begin('queue wait')
    this.#enter('waiting')
  }

  /** For requests to the server of the model. */
  get traceparent(): string | undefined {
    return traceparentOf(this.#reply)
  }

  started(): void {
    queueSeconds.observe({ kind: this.job.kind }, this.#waited())
    this.#begin('prompt evaluation')
    this.#enter('running')
  }

  progressed(progress: ReplyProgress): void {
    const { model } = this.job
    if (isPiece(progress) && !this.#writing) {
      this.#writing = stopwatch()
      this.#reply.addEvent('first token')
      this.#begin('text')
    }
    if (progress.kind !== 'end' || !progress.receipt) return
    const { readTokens, reusedTokens, replyTokens: written } = progress.receipt
    promptTokens.inc({ model, source: 'read' }, readTokens)
    promptTokens.inc({ model, source: 'reused' }, reusedTokens)
    replyTokens.inc({ model }, written)
    this.#reply.setAttributes({ 'parley.prompt.read': readTokens, 'parley.prompt.reused': reusedTokens })
    this.#reply.setAttribute('gen_ai.usage.output_tokens', written)
    const seconds = this.#writing?.() ?? 0
    if (seconds > 0 && progress.outcome === 'completed') replyRate.observe({ model }, written / seconds)
  }

  /** The job has left the queue. */
  end(): void {
    this.#enter(undefined)
    this.#step?.end()
    this.#reply.end()
  }

  #begin(step: string): void {
    this.#step?.end()
    this.#step = startSpan(step, { parent: childrenOf(this.#reply) })
  }

  #enter(state: 'waiting' | 'running' | undefined): void {
    const { kind } = this.job
    if (this.#state) queuedJobs.dec({ kind, state: this.#state })
    if (state) queuedJobs.inc({ kind, state })
    this.#state = state
  }
}

import { defaultContextSize, endOfTurn, PromptTooLong, type ReplyPart, type ReplySampling } from '@parley/engine'
import { reasonOf } from '@parley/runtime'
import type { ModelState } from '../../../src/ports/reply-generator/reply-generator.js'
import type { BackendJob, ReportReceipt, TextBackend } from '../backend.js'
import { EmptyReply } from '../empty-reply.js'
import { HostedFailure } from '../hosted-failure.js'
import { hasGreetingTurn, type GreetingPlace } from '../../prompts/greeting.js'
import { partsUntilStop } from '../parts-until-stop.js'
import { fitHosted } from '../hosted/fit-hosted.js'
import { openHostedClient } from '../hosted/hosted-client.js'
import { defaultSilenceMs, defaultUsageMs, hostedExchange } from '../hosted/hosted-exchange.js'
import { reportHosted } from '../hosted/hosted-receipt.js'
import { HostedReply } from '../hosted/hosted-reply.js'
import { ProviderParameters, type RequestParameters } from '../hosted/provider-parameters.js'
import { completionSampling, fallbackSampling, mostTokensOf, ofFallback, reservedFor, samplings } from '../sampling.js'
import { joinedParts } from '../joined-parts.js'
import { stateOfStatus, type ModelServer } from './server-models.js'
import { serverRequest } from './server-request.js'
import type { ServerWatch } from './server-watch.js'

export interface ServerBackendOptions {
  readonly server: ModelServer
  readonly watch: ServerWatch
  /** Tokens of prompt and reply together, never more than the server says; what the server says when unset. */
  readonly contextSize?: number | undefined
  /** Overrides single values of the sampling of attempt 1; that of the fallback is fixed by the contract. */
  readonly sampling?: Partial<ReplySampling>
  /** The longest silence after the first text, in milliseconds. */
  readonly idleMs?: number
  /** See hostedExchange. */
  readonly usageMs?: number
}

interface Generation {
  readonly job: BackendJob
  readonly sampling: ReplySampling
  readonly isStreamed: boolean
  readonly signal: AbortSignal
  readonly report: ReportReceipt | undefined
}

/**
 * A local model that an inference server runs, over the protocol of `POST /chat/completions`. A server that cannot be
 * reached, that a page answers for, that refuses the key, has no such model or is busy throws UNAVAILABLE, as an absent
 * worker does. Nothing limits the wait for the first text but the deadline of the reply: the server may load the model first.
 */
export class ServerBackend implements TextBackend {
  readonly name: string
  readonly #parameters = new ProviderParameters()
  #isStrict = false
  #greetingPlace: GreetingPlace = 'turn'
  /** Consecutive replies whose request with the greeting as a turn was answered with 500. */
  #failedGreetings = 0
  #hasThoughts: boolean | undefined

  constructor(private readonly options: ServerBackendOptions) {
    this.name = options.server.model
  }

  get state(): ModelState {
    return this.options.watch.state
  }

  get contextTokens(): number {
    const { contextSize, watch } = this.options
    return watch.contextTokens(contextSize, defaultContextSize)
  }

  /** A server does not say it: unknown until a reply has had thoughts. */
  get hasThoughts(): boolean | undefined {
    return this.#hasThoughts
  }

  stream(job: BackendJob, signal: AbortSignal, report?: ReportReceipt): AsyncGenerator<ReplyPart, void, undefined> {
    const own = { ...samplings[job.kind], ...this.options.sampling }
    const sampling = job.completion
      ? completionSampling(job, job.completion)
      : { ...own, ...job.sampling, maxTokens: mostTokensOf(job, this.options.sampling?.maxTokens) }
    return this.#generate({ job, sampling, isStreamed: true, signal, report })
  }

  async complete(job: BackendJob, signal: AbortSignal, report?: ReportReceipt): Promise<readonly ReplyPart[]> {
    const sampling = job.completion ? completionSampling(job, job.completion) : fallbackSampling
    return joinedParts(this.#generate({ job: ofFallback(job), sampling, isStreamed: false, signal, report }))
  }

  async *#generate(generation: Generation): AsyncGenerator<ReplyPart, void, undefined> {
    const { job } = generation
    const { watch } = this.options
    const ended = watch.begin()
    const most = Math.min(this.contextTokens, job.contextTokens ?? Infinity)
    let contextTokens = most
    let isPlain = this.#isStrict
    const parameters = this.#parameters.request()
    let greetingPlace = this.#greetingPlace
    const hasGreeting = hasGreetingTurn({ ...job, greetingPlace: 'turn' })
    let failedGreetings = 0
    const reply = { hasText: false }
    try {
      for (;;) {
        try {
          for await (const part of this.#exchange(
            { ...generation, job: { ...job, contextTokens, greetingPlace } },
            { isPlain, parameters },
          )) {
            reply.hasText = true
            watch.accepted()
            if (typeof part === 'object' && 'thought' in part) this.#hasThoughts = true
            yield part
          }
          this.#isStrict = isPlain
          if (hasGreeting) this.#failedGreetings = failedGreetings
          // a single one may be a failure of the server that has nothing to do with the greeting
          if (failedGreetings !== 1) this.#greetingPlace = greetingPlace
          return
        } catch (error) {
          if (error instanceof PromptTooLong && contextTokens < most)
            throw new PromptTooLong({ ...error.size, contextTokens: undefined })
          if (!(error instanceof HostedFailure)) throw error
          const { status, isTooLong = false, isUnreached = false } = error.request
          if (reply.hasText) throw this.#failed(error)
          // tokens were estimated, and the refusal shows that the estimate was too low
          if (isTooLong) contextTokens = Math.floor(contextTokens / 2)
          else if (parameters.changeAfter(error)) continue
          else if (isUnreached || (status !== 400 && status !== 422 && status !== 500)) throw this.#failed(error)
          else if (status !== 500 && !isPlain) isPlain = true
          // the template of the model may have no place for an assistant who begins
          else if (hasGreeting && greetingPlace === 'turn') {
            ;[greetingPlace, isPlain] = ['system', this.#isStrict]
            failedGreetings = status === 500 ? this.#failedGreetings + 1 : 0
          } else throw this.#failed(error)
        }
      }
    } finally {
      ended()
    }
  }

  /** One request. Throws PromptTooLong when the message does not fit even without the history. */
  async *#exchange(
    { job, sampling, isStreamed, signal, report }: Generation,
    { isPlain, parameters }: { readonly isPlain: boolean; readonly parameters: RequestParameters },
  ): AsyncGenerator<ReplyPart, void, undefined> {
    const { server, idleMs = defaultSilenceMs, usageMs = defaultUsageMs } = this.options
    const { model } = server
    const now = Date.now()
    const maxTokens = Math.min(sampling.maxTokens, job.sampling?.maxTokens ?? Infinity)
    const service = this.options.sampling?.maxTokens ?? samplings[job.kind].maxTokens
    const reservedTokens = reservedFor(job, maxTokens, service)
    const fitted = fitHosted(job, { maxTokens, reservedTokens, now })
    if (job.references) job.onReferences?.(fitted.job.references === job.references)
    const effective = { ...sampling, maxTokens: fitted.maxTokens }
    const body = parameters.named(serverRequest(fitted.job, { model, sampling: effective, now, isStreamed, isPlain }))
    const reply = new HostedReply(job)
    const parts = hostedExchange(reply, {
      connect: (onBytes) => openHostedClient(server, onBytes),
      body,
      traceparent: job.traceparent,
      signal,
      deadline: job.deadline,
      firstMs: Infinity,
      idleMs,
      usageMs,
    })
    yield* partsUntilStop(parts, [endOfTurn, ...(job.stops ?? [])])
    reportHosted({ model, job, sent: fitted.job, sampling: effective, reply }, report)
  }

  /** An error without a HostedFailure: a failure of a local model is answered and retried as such. */
  #failed(failure: HostedFailure): Error {
    const { status, retryAfterMs, isUnreached = false, isEmpty = false } = failure.request
    if (isEmpty) return new EmptyReply()
    const reason = failure.cause === undefined ? undefined : reasonOf(failure.cause)
    const state = stateOfStatus(status) ?? (isUnreached ? 'unreachable' : undefined)
    const message = failure.message.replace('the hosted side', 'the inference server')
    return state === undefined ? new Error(message) : this.options.watch.away({ state, reason, retryAfterMs }, failure)
  }
}

import type { OpenAI } from 'openai'
import {
  defaultContextSize,
  endOfTurn,
  PromptTooLong,
  type ReplyPart,
  type ReplySampling,
  StopMarkers,
} from '@parley/engine'
import { reasonOf } from '@parley/runtime'
import type { ModelState } from '../../../src/ports/reply-generator/reply-generator.js'
import type { BackendJob, ReportReceipt, TextBackend } from '../backend.js'
import { HostedFailure } from '../hosted-failure.js'
import type { GreetingPlace } from '../../prompts/greeting.js'
import { fitHosted } from '../hosted/fit-hosted.js'
import { openHostedClient } from '../hosted/hosted-client.js'
import { defaultIdleMs, defaultUsageMs, hostedExchange } from '../hosted/hosted-exchange.js'
import { reportHosted } from '../hosted/hosted-receipt.js'
import { HostedReply } from '../hosted/hosted-reply.js'
import { completionSampling, fallbackSampling, reservedFor, samplings } from '../sampling.js'
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
  /** How long to wait for each chunk after the first text, in milliseconds. */
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
  #client: Promise<OpenAI> | undefined
  #isStrict = false
  #greetingPlace: GreetingPlace = 'turn'

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

  stream(job: BackendJob, signal: AbortSignal, report?: ReportReceipt): AsyncGenerator<ReplyPart, void, undefined> {
    const own = { ...samplings[job.kind], ...this.options.sampling }
    const sampling = job.completion
      ? completionSampling(job, job.completion)
      : { ...own, ...job.sampling, maxTokens: own.maxTokens }
    return this.#generate({ job, sampling, isStreamed: true, signal, report })
  }

  async complete(job: BackendJob, signal: AbortSignal, report?: ReportReceipt): Promise<readonly ReplyPart[]> {
    const sampling = job.completion ? completionSampling(job, job.completion) : fallbackSampling
    const generation = { job, sampling, isStreamed: false, signal, report }
    return joinedParts(this.#generate(generation))
  }

  async *#generate(generation: Generation): AsyncGenerator<ReplyPart, void, undefined> {
    const { job } = generation
    const { watch } = this.options
    const ended = watch.begin()
    const most = Math.min(this.contextTokens, job.contextTokens ?? Infinity)
    let contextTokens = most
    let isPlain = this.#isStrict
    let greetingPlace = this.#greetingPlace
    const reply = { hasText: false }
    try {
      for (;;) {
        try {
          for await (const part of this.#exchange(
            { ...generation, job: { ...job, contextTokens, greetingPlace } },
            isPlain,
          )) {
            reply.hasText = true
            watch.accepted()
            yield part
          }
          this.#isStrict = isPlain
          this.#greetingPlace = greetingPlace
          return
        } catch (error) {
          if (error instanceof PromptTooLong && contextTokens < most)
            throw new PromptTooLong({ ...error.size, contextTokens: undefined })
          if (!(error instanceof HostedFailure)) throw error
          const { status, isTooLong = false, isUnreached = false } = error.request
          if (reply.hasText) throw this.#failed(error)
          // tokens were estimated, and the refusal shows that the estimate was too low
          if (isTooLong) contextTokens = Math.floor(contextTokens / 2)
          else if (isUnreached || (status !== 400 && status !== 422 && status !== 500)) throw this.#failed(error)
          else if (status !== 500 && !isPlain) isPlain = true
          // the template of the model may have no place for an assistant who begins
          else if (greetingPlace === 'turn' && job.character?.greeting && !job.completion)
            [greetingPlace, isPlain] = ['system', this.#isStrict]
          else throw this.#failed(error)
        }
      }
    } finally {
      ended()
    }
  }

  /** One request. Throws PromptTooLong when the message does not fit even without the history. */
  async *#exchange(
    { job, sampling, isStreamed, signal, report }: Generation,
    isPlain: boolean,
  ): AsyncGenerator<ReplyPart, void, undefined> {
    const { server, idleMs = defaultIdleMs, usageMs = defaultUsageMs } = this.options
    const { model } = server
    const now = Date.now()
    const maxTokens = Math.min(sampling.maxTokens, job.sampling?.maxTokens ?? Infinity)
    const service = this.options.sampling?.maxTokens ?? samplings[job.kind].maxTokens
    const reservedTokens = reservedFor(job, maxTokens, service)
    const sent = fitHosted(job, { sampling: { ...sampling, maxTokens }, reservedTokens, now })
    const body = serverRequest(sent.job, { model, sampling: sent.sampling, now, isStreamed, isPlain })
    // what is held back must not follow the calls
    const markers = new StopMarkers(job.completion?.tools ? [] : [endOfTurn, ...(job.stops ?? [])])
    const reply = new HostedReply(job)
    const connect = () => (this.#client ??= openHostedClient(server))
    const times = { deadline: job.deadline, firstMs: Infinity, idleMs, usageMs }
    for await (const piece of hostedExchange(reply, {
      connect,
      body,
      traceparent: job.traceparent,
      signal,
      ...times,
    })) {
      const part = typeof piece === 'string' ? markers.push(piece) : piece
      if (part !== '') yield part
      if (markers.isStopped) return
    }
    const rest = markers.rest()
    if (rest !== '') yield rest
    reportHosted({ model, job, sent, reply }, report)
  }

  /** An error without a HostedFailure: a failure of a local model is answered and retried as such. */
  #failed(failure: HostedFailure): Error {
    const { status, retryAfterMs, isUnreached = false } = failure.request
    const reason = failure.cause === undefined ? undefined : reasonOf(failure.cause)
    const state = stateOfStatus(status) ?? (isUnreached ? 'unreachable' : undefined)
    const message = failure.message.replace('the hosted side', 'the inference server')
    return state === undefined ? new Error(message) : this.options.watch.away({ state, reason, retryAfterMs }, failure)
  }
}

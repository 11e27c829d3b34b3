import type { OpenAI } from 'openai'
import type { ReplyPart } from '@parley/engine'
import type { BackendJob, ReportReceipt, TextBackend } from '../backend.js'
import { HostedFailure } from '../hosted-failure.js'
import type { GreetingPlace } from '../../prompts/greeting.js'
import { fitHosted } from './fit-hosted.js'
import { openHostedClient, type HostedAddress } from './hosted-client.js'
import { defaultIdleMs, defaultUsageMs, hostedExchange } from './hosted-exchange.js'
import { reportHosted } from './hosted-receipt.js'
import { HostedReply } from './hosted-reply.js'
import { hostedRequest } from './hosted-request.js'
import { reservedFor } from '../sampling.js'
import { hostedMaxTokens, hostedSampling } from './hosted-sampling.js'

export interface HostedBackendOptions extends HostedAddress {
  /** The provider's name of the model. */
  readonly model: string
  /** Whether requests have no key. Otherwise every generation fails without one (contract: ai-workers.15). */
  readonly isKeyless?: boolean
  /** How long to wait for the headers, and for each chunk after them, in milliseconds. */
  readonly idleMs?: number
  /** See hostedExchange. */
  readonly usageMs?: number
}

/** Of rooms and of the documented routes (contract: ai-workers.7). */
const mostTurns = 5

/**
 * A model that another service runs, over the protocol of `POST /chat/completions` (contract: ai-workers.13). No
 * second try, and no retry but for a refused greeting. Every failure but PromptTooLong is a HostedFailure; the signal ends the request at once.
 */
export class HostedBackend implements TextBackend {
  readonly name: string
  #client: Promise<OpenAI> | undefined
  #greetingPlace: GreetingPlace = 'turn'

  constructor(private readonly options: HostedBackendOptions) {
    this.name = options.model
  }

  async *stream(
    job: BackendJob,
    signal: AbortSignal,
    report?: ReportReceipt,
  ): AsyncGenerator<ReplyPart, void, undefined> {
    const greetingPlace = this.#greetingPlace
    let hasText = false
    try {
      for await (const part of this.#exchange({ ...job, greetingPlace }, signal, report)) {
        hasText = true
        yield part
      }
    } catch (error) {
      if (hasText || greetingPlace !== 'turn' || !mayRefuseGreeting(job, error)) throw error
      yield* this.#exchange({ ...job, greetingPlace: 'system' }, signal, report)
      this.#greetingPlace = 'system'
    }
  }

  async *#exchange(
    job: BackendJob,
    signal: AbortSignal,
    report: ReportReceipt | undefined,
  ): AsyncGenerator<ReplyPart, void, undefined> {
    const { model, idleMs = defaultIdleMs, usageMs = defaultUsageMs } = this.options
    const now = Date.now()
    const turns = job.completion ? undefined : mostTurns
    const sampling = hostedSampling(job)
    const reservedTokens = reservedFor(job, sampling.maxTokens, hostedMaxTokens)
    const sent = fitHosted(job, { sampling, reservedTokens, mostTurns: turns, now })
    const body = hostedRequest(sent.job, { model, sampling: sent.sampling, now })
    const reply = new HostedReply(job)
    const times = { deadline: job.deadline, firstMs: idleMs, idleMs, usageMs }
    const { traceparent } = job
    yield* hostedExchange(reply, { connect: () => this.#connect(), body, traceparent, signal, ...times })
    reportHosted({ model, job, sent, reply }, report)
  }

  #connect(): Promise<OpenAI> {
    const { apiKey, isKeyless = false } = this.options
    if (apiKey === undefined && !isKeyless) throw new HostedFailure('the key is missing')
    return (this.#client ??= openHostedClient(this.options))
  }
}

/** Whether a provider may have refused a conversation that the assistant begins. */
function mayRefuseGreeting({ character, completion }: BackendJob, error: unknown): boolean {
  const { status } = error instanceof HostedFailure ? error.request : {}
  return (status === 400 || status === 422) && !!character?.greeting && !completion
}

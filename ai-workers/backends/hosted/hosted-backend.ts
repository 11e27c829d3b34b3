import type { ReplyPart } from '@parley/engine'
import type { BackendJob, ReportReceipt, TextBackend } from '../backend.js'
import { HostedFailure } from '../hosted-failure.js'
import type { GreetingPlace } from '../../prompts/greeting.js'
import { partsUntilStop } from '../parts-until-stop.js'
import { reservedFor } from '../sampling.js'
import { fitHosted } from './fit-hosted.js'
import { openHostedClient, type HostedAddress } from './hosted-client.js'
import { defaultSilenceMs, defaultUsageMs, hostedExchange } from './hosted-exchange.js'
import { reportHosted } from './hosted-receipt.js'
import { HostedReply } from './hosted-reply.js'
import { hostedRequest } from './hosted-request.js'
import { askedSampling, effectiveSampling, reservedTokens } from './hosted-sampling.js'
import { type ParameterNames, ProviderParameters, type RequestParameters } from './provider-parameters.js'

export interface HostedBackendOptions extends HostedAddress {
  /** The provider's name of the model. */
  readonly model: string
  /** Whether requests have no key. Otherwise every generation fails without one (contract: ai-workers.15). */
  readonly isKeyless?: boolean
  /** The names of parameters at the provider. */
  readonly parameters?: ParameterNames | undefined
  /** Tokens of prompt and reply together; unknown when unset. */
  readonly contextTokens?: number | undefined
  /** The longest silence of the provider, in milliseconds. */
  readonly silenceMs?: number | undefined
  /** See hostedExchange. */
  readonly usageMs?: number
}

interface Attempt {
  readonly parameters: RequestParameters
  readonly signal: AbortSignal
  readonly report: ReportReceipt | undefined
}

interface Exchange {
  readonly job: BackendJob
  readonly reply: HostedReply
  readonly body: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
}

/** Of rooms and of the documented routes (contract: ai-workers.7). */
const mostTurns = 5

/**
 * A model that another service runs, over the protocol of `POST /chat/completions` (contract: ai-workers.13). A request is
 * sent again only without a parameter that the provider has refused, or with the greeting elsewhere. Every failure but
 * PromptTooLong is a HostedFailure; the signal ends the request at once.
 */
export class HostedBackend implements TextBackend {
  readonly name: string
  readonly #parameters: ProviderParameters
  #greetingPlace: GreetingPlace = 'turn'

  constructor(private readonly options: HostedBackendOptions) {
    this.name = options.model
    this.#parameters = new ProviderParameters(options.parameters)
  }

  get contextTokens(): number | undefined {
    return this.options.contextTokens
  }

  async *stream(
    job: BackendJob,
    signal: AbortSignal,
    report?: ReportReceipt,
  ): AsyncGenerator<ReplyPart, void, undefined> {
    const parameters = this.#parameters.request()
    let greetingPlace = this.#greetingPlace
    for (;;) {
      try {
        yield* this.#attempt({ ...job, greetingPlace }, { parameters, signal, report })
        if (greetingPlace === 'system') this.#greetingPlace = greetingPlace
        return
      } catch (error) {
        // a refusal of the request precedes its first text
        if (!(error instanceof HostedFailure)) throw error
        if (parameters.changeAfter(error)) continue
        if (greetingPlace !== 'turn' || !mayRefuseGreeting(job, error)) throw error
        greetingPlace = 'system'
      }
    }
  }

  async *#attempt(
    job: BackendJob,
    { parameters, signal, report }: Attempt,
  ): AsyncGenerator<ReplyPart, void, undefined> {
    const { model } = this.options
    const now = Date.now()
    const asked = askedSampling(job)
    const most = asked.maxTokens ?? Infinity
    const fitted = fitHosted(this.#inContext(job), {
      maxTokens: most,
      reservedTokens: reservedFor(job, asked.maxTokens ?? reservedTokens, reservedTokens),
      mostTurns: job.completion ? undefined : mostTurns,
      now,
    })
    if (job.references) job.onReferences?.(fitted.job.references === job.references)
    const sampling = asked.maxTokens === undefined ? asked : { ...asked, maxTokens: fitted.maxTokens }
    const body = hostedRequest(fitted.job, { model, sampling, now })
    const reply = new HostedReply(job)
    yield* this.#exchange({ job, reply, body: parameters.named(body), signal })
    reportHosted({ model, job, sent: fitted.job, sampling: effectiveSampling(sampling, parameters), reply }, report)
  }

  #exchange({ job, reply, body, signal }: Exchange): AsyncGenerator<ReplyPart, void, undefined> {
    const { apiKey, isKeyless = false, silenceMs = defaultSilenceMs, usageMs = defaultUsageMs } = this.options
    if (apiKey === undefined && !isKeyless) throw new HostedFailure('the key is missing')
    const { deadline, traceparent, stops = [] } = job
    const parts = hostedExchange(reply, {
      connect: (onBytes) => openHostedClient(this.options, onBytes),
      body,
      traceparent,
      signal,
      deadline,
      firstMs: silenceMs,
      idleMs: silenceMs,
      usageMs,
    })
    return 'stop' in body ? parts : partsUntilStop(parts, stops)
  }

  #inContext(job: BackendJob): BackendJob {
    const contextTokens = smallest(job.contextTokens, this.options.contextTokens)
    return contextTokens === undefined ? job : { ...job, contextTokens }
  }
}

function smallest(...sizes: readonly (number | undefined)[]): number | undefined {
  const known = sizes.filter((size) => size !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

/** Whether a provider may have refused a conversation that the assistant begins. */
function mayRefuseGreeting({ character, completion }: BackendJob, error: unknown): boolean {
  const { status } = error instanceof HostedFailure ? error.request : {}
  return (status === 400 || status === 422) && !!character?.greeting && !completion
}

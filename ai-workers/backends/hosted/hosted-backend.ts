import type { OpenAI } from 'openai'
import type { ReplyReceipt } from '../../../src/ports/reply-generator/reply-generator.js'
import type { BackendJob, ReportReceipt, TextBackend } from '../backend.js'
import { HostedFailure } from '../hosted-failure.js'
import { fitHosted } from './fit-hosted.js'
import type { FittedJob } from './fit-hosted.js'
import { openHostedClient } from './hosted-client.js'
import { HostedReply } from './hosted-reply.js'
import { hostedRequest } from './hosted-request.js'
import { hostedFailureOf } from './hosted-failure-of.js'
import { RestartableTimeout } from './restartable-timeout.js'
import { hostedSampling } from './hosted-sampling.js'

export interface HostedBackendOptions {
  /** The provider's name of the model. */
  readonly model: string
  /** Unset: every generation fails with a message that says so (contract: ai-workers.15). */
  readonly apiKey?: string | undefined
  /** Where `/chat/completions` is; the client library's own public address when unset. */
  readonly baseUrl?: string | undefined
  /** How long to wait for the headers, and for each chunk after them, in milliseconds; 30,000 when unset. */
  readonly idleMs?: number
  /**
   * How long to wait for the token count after the end of the reply, in milliseconds, at most half of the time that is
   * left; 2,000 when unset.
   */
  readonly usageMs?: number
}

/**
 * A model that another service runs, over the protocol of `POST /chat/completions` (contract: ai-workers.13). No
 * second try and no retry. Every failure but PromptTooLong is a HostedFailure; the signal ends the request at once.
 */
export class HostedBackend implements TextBackend {
  readonly name: string
  private client: Promise<OpenAI> | undefined

  constructor(private readonly options: HostedBackendOptions) {
    this.name = options.model
  }

  async *stream(job: BackendJob, signal: AbortSignal, report?: ReportReceipt): AsyncGenerator<string, void, undefined> {
    const { model, idleMs = 30_000, usageMs = 2_000 } = this.options
    const now = Date.now()
    const sent = fitHosted(job, { sampling: hostedSampling(job), now })
    const body = hostedRequest(sent.job, { model, sampling: sent.sampling, now })
    const reply = new HostedReply()
    const timeout = new RestartableTimeout()
    try {
      const client = await this.connect()
      timeout.start(idleMs)
      const chunks = await client.chat.completions.create(body, { signal: AbortSignal.any([signal, timeout.signal]) })
      let isCountAwaited = false
      for await (const chunk of chunks) {
        if (!isCountAwaited) timeout.stop()
        const text = reply.add(chunk)
        if (text !== '') yield text
        if (reply.isEnded && reply.usage) break
        // the wait for the count begins once, whatever chunks arrive, and leaves the reader time to read the reply
        if (isCountAwaited) continue
        isCountAwaited = reply.isEnded
        timeout.start(isCountAwaited ? Math.min(usageMs, (job.deadline - Date.now()) / 2) : idleMs)
      }
    } catch (error) {
      signal.throwIfAborted()
      // after the end only a token count can follow
      if (!reply.isEnded) throw timeout.hasExpired ? new HostedFailure('no answer in time') : hostedFailureOf(error)
    } finally {
      timeout.stop()
    }
    // the library ends an aborted stream as if it were complete
    signal.throwIfAborted()
    if (timeout.hasExpired && !reply.isEnded) throw new HostedFailure('no answer in time')
    const finish = reply.finish()
    const receipt = this.receipt(job, sent, { reply, finish })
    if (receipt) report?.(receipt)
  }

  private connect(): Promise<OpenAI> {
    const { apiKey, baseUrl } = this.options
    if (apiKey === undefined) throw new HostedFailure('the key is missing')
    return (this.client ??= openHostedClient({ apiKey, baseUrl }))
  }

  /** Undefined when the provider sent no count: it cannot be computed here. */
  private receipt(
    { history }: BackendJob,
    { job, sampling }: FittedJob,
    { reply, finish }: { reply: HostedReply; finish: ReplyReceipt['finish'] },
  ): ReplyReceipt | undefined {
    const { usage } = reply
    if (!usage) return undefined
    const { promptTokens, cachedTokens: reusedTokens, replyTokens } = usage
    const turnsKept = job.history.length
    const counts = { promptTokens, reusedTokens, readTokens: promptTokens - reusedTokens, replyTokens }
    return { model: this.name, sampling, ...counts, turnsKept, turnsDropped: history.length - turnsKept, finish }
  }
}

import type { OpenAI } from 'openai'
import type { ReplyPart } from '@parley/engine'
import { steadyTime } from '@parley/runtime'
import { HostedFailure } from '../hosted-failure.js'
import { hostedFailureOf } from './hosted-failure-of.js'
import type { HostedReply } from './hosted-reply.js'
import { RestartableTimeout } from './restartable-timeout.js'

export interface ExchangeOptions {
  /** The client of the request; `onBytes` has to be called for whatever the server sends. */
  readonly connect: (onBytes: () => void) => Promise<OpenAI>
  readonly body: object
  /** Sent as a header, so that the spans of the server belong to the trace of the reply. */
  readonly traceparent: string | undefined
  readonly signal: AbortSignal
  /** Epoch milliseconds. */
  readonly deadline: number
  /** The longest silence of the server until the first text, in milliseconds: without any byte, comments included. */
  readonly firstMs: number
  /** The longest silence after the first text, in milliseconds. */
  readonly idleMs: number
  /**
   * How long to wait for the token count after the end of the reply, in milliseconds, at most half of the time that is
   * left.
   */
  readonly usageMs: number
}

export const defaultSilenceMs = 120_000
export const defaultUsageMs = 2_000

/**
 * One request of `POST /chat/completions`: the parts of its reply, which `reply` has collected at the end. Throws
 * HostedFailure unless the signal is aborted.
 */
export async function* hostedExchange(
  reply: HostedReply,
  { connect, body, traceparent, signal, deadline, firstMs, idleMs, usageMs }: ExchangeOptions,
): AsyncGenerator<ReplyPart, void, undefined> {
  const timeout = new RestartableTimeout()
  let isCountAwaited = false
  try {
    const client = await connect(() => isCountAwaited || timeout.restart())
    timeout.start(firstMs)
    const headers = traceparent === undefined ? {} : { traceparent }
    const options = { body, headers, stream: true, signal: AbortSignal.any([signal, timeout.signal]) }
    const chunks = await client.post<AsyncIterable<unknown>>('/chat/completions', options)
    for await (const chunk of chunks) {
      if (!isCountAwaited) timeout.stop()
      yield* reply.add(chunk)
      if (reply.isEnded && reply.usage) break
      // the wait for the count begins once, whatever chunks arrive, and leaves the reader time to read the reply
      if (isCountAwaited) continue
      isCountAwaited = reply.isEnded
      const nextMs = reply.hasText ? idleMs : firstMs
      timeout.start(isCountAwaited ? Math.min(usageMs, (deadline - steadyTime()) / 2) : nextMs)
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
  reply.requireWhole()
}

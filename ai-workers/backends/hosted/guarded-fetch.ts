import { boundedText, outboundFetch, parsedJson, successWithin } from '@parley/runtime'
import { HostedFailure } from '../hosted-failure.js'
import { boundedCompletion, boundedEvents, notOfProtocol } from './bounded-events.js'
import { isContextFault, messageOf } from './hosted-failure-of.js'
import { readRefusal } from './provider-parameters.js'

type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>

/** Of the body of a refusal, in bytes. */
const refusalLimit = 65_536
const refusalMs = 2_000
const longestRetryMs = 60_000

/**
 * The `fetch` of the client library. The request has only our headers (the library would add those of
 * OPENAI_CUSTOM_HEADERS, and facts about this machine), and no redirect is followed. An answer is a bounded stream of
 * events; JSON of a provider that does not stream becomes one event. Rejects with HostedFailure for any other answer.
 * `onBytes` is called for the head of the answer and for all bytes that follow it.
 */
export function guardedFetch(apiKey: string | undefined, onBytes: () => void): Fetch {
  return async (url, { method = 'POST', headers, body, signal } = {}) => {
    const closing = new AbortController()
    const traceparent = new Headers(headers).get('traceparent')
    const response = await outboundFetch(url, {
      method,
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        ...(traceparent === null ? {} : { traceparent }),
        ...ownHeaders(apiKey),
      },
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
      signal: signal ? AbortSignal.any([signal, closing.signal]) : closing.signal,
    }).catch((error: unknown) => {
      if (signal?.aborted) throw error
      throw new HostedFailure('the connection failed', { isUnreached: true }, { cause: error })
    })
    onBytes()
    const { status, ok } = response
    const received = response.body && observed(response.body, onBytes)
    if (ok && received && isEventStream(response)) return new Response(boundedEvents(received))
    if (ok && received && isJson(response)) return new Response(boundedCompletion(received))
    const failure = ok
      ? notOfProtocol(`${String(status)}, but no stream of events`, status)
      : await refusalOf(response, body)
    closing.abort()
    throw failure
  }
}

async function* observed(
  body: AsyncIterable<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const bytes of body) {
    onBytes()
    yield bytes
  }
}

/** The headers of every request to a server of models. */
export function ownHeaders(apiKey: string | undefined): Record<string, string> {
  return { 'user-agent': 'parley', ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }) }
}

/** The seconds of `Retry-After`, at most a minute; undefined without them. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = /^\d{1,9}$/.exec(headers.get('retry-after') ?? '')?.[0]
  return seconds === undefined ? undefined : Math.min(longestRetryMs, Number(seconds) * 1_000)
}

/** Of the body it is only used whether it names the context, its code, and a parameter of the request. */
async function refusalOf(response: Response, sent: unknown): Promise<HostedFailure> {
  const { status, body } = response
  const reading = body && isJson(response) ? boundedText(body, refusalLimit) : Promise.resolve('')
  const text = (await successWithin(refusalMs, reading)) ?? ''
  return new HostedFailure(`${String(status)}, ${messageOf(status)}`, {
    status,
    retryAfterMs: retryAfterOf(response),
    isTooLong: isContextFault(text),
    isUnreached: isOfAnotherServer(response),
    refusal: readRefusal(text, typeof sent === 'string' ? parsedJson(sent) : undefined),
  })
}

/**
 * Whether something between here and the server has answered, as the sign-in page of a network does: with a page, with
 * the address of one, or with 511.
 */
export function isOfAnotherServer({ status, headers }: Response): boolean {
  const isElsewhere = (status >= 300 && status < 400) || status === 511
  return isElsewhere || /^text\/html\b/i.test(headers.get('content-type') ?? '')
}

/** Also true without a content type: other content than events fails later. */
function isEventStream({ headers }: Response): boolean {
  return /^text\/event-stream\b/i.test(headers.get('content-type') ?? 'text/event-stream')
}

function isJson({ headers }: Response): boolean {
  return /^application\/json\b/i.test(headers.get('content-type') ?? '')
}

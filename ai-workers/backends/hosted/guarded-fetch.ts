import { HostedFailure } from '../hosted-failure.js'
import { boundedCompletion, boundedEvents } from './bounded-events.js'

type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>

/**
 * The `fetch` of the client library. The request has only our headers (the library would add those of
 * OPENAI_CUSTOM_HEADERS, and facts about this machine), no redirect is followed, and only the status of a refusal is
 * read. An answer is a bounded stream of events; JSON of a provider that does not stream becomes one event. Rejects
 * with HostedFailure for any other answer.
 */
export function guardedFetch(apiKey: string): Fetch {
  return async (url, { method = 'POST', body, signal } = {}) => {
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'user-agent': 'parley',
      },
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    })
    const { status, ok } = response
    if (ok && response.body && isEventStream(response)) return new Response(boundedEvents(response.body))
    if (ok && response.body && isJson(response)) return new Response(boundedCompletion(response.body))
    await response.body?.cancel()
    if (ok) throw new HostedFailure(`${String(status)}, but no stream of events`)
    return new Response(null, { status })
  }
}

/** Also true without a content type: other content than events fails later. */
function isEventStream({ headers }: Response): boolean {
  return /^text\/event-stream\b/i.test(headers.get('content-type') ?? 'text/event-stream')
}

function isJson({ headers }: Response): boolean {
  return /^application\/json\b/i.test(headers.get('content-type') ?? '')
}

import { jsonIn } from '../json-in.js'
import { onReturn, type Page } from '../page-events.js'
import { ParleyError } from '../parley-error.js'
import type { OperationRequest } from './documents.js'
import { bodyOf, post, type HttpSettings } from './http.js'

/** The server sends a comment every 5 seconds. */
const silenceMs = 15_000
/** More than the largest result. */
const maxEventLength = 16 * 1024 * 1024

/** Throws for a text that is none: the same operation would have it again. */
function resultIn(text: string): Record<string, unknown> {
  const result = jsonIn(text) as Record<string, unknown> | undefined
  if (!result) throw new ParleyError('INTERNAL_SERVER_ERROR', 'An event is not JSON')
  return result
}

interface StreamOptions {
  readonly token: string | undefined
  readonly signal: AbortSignal
  /** Called when the server has accepted the operation. */
  readonly opened: () => void
}

/** The results of an operation as server-sent events, in the protocol of graphql-sse, until `complete`. */
export async function* eventStream(
  http: HttpSettings & { readonly page: Page },
  request: OperationRequest,
  { token, signal, opened }: StreamOptions,
): AsyncGenerator<Record<string, unknown>, void, undefined> {
  const silence = new AbortController()
  const watch = () => setTimeout(() => silence.abort(), silenceMs)
  let timer = watch()
  // a connection of the network before cannot be used any more
  const release = onReturn(http.page, ({ type }) => type === 'online' && silence.abort())
  try {
    const response = await post(http, {
      path: '/graphql/stream',
      body: request,
      token,
      signal: AbortSignal.any([signal, silence.signal]),
      headers: { accept: 'text/event-stream' },
    })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (!response.ok || !response.body || !isStream) return yield await bodyOf(response)
    opened()
    const reader = response.body.getReader()
    try {
      const decoder = new TextDecoder()
      let rest = ''
      for (;;) {
        const { done, value } = await reader.read()
        if (done) throw new ParleyError('NETWORK')
        clearTimeout(timer)
        const events = (rest + decoder.decode(value, { stream: true })).split('\n\n')
        rest = events.pop() ?? ''
        if (rest.length > maxEventLength) throw new ParleyError('RESULT_TOO_LARGE')
        for (const event of events) {
          const lines = event.split('\n')
          if (lines.some((line) => /^event: ?complete/.test(line))) return
          const data = lines
            .find((line) => line.startsWith('data:'))
            ?.slice(5)
            .trim()
          if (data) yield resultIn(data)
        }
        timer = watch()
      }
    } finally {
      await reader.cancel().catch(() => undefined)
    }
  } finally {
    clearTimeout(timer)
    release()
  }
}

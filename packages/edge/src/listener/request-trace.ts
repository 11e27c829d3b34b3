import type { IncomingMessage, ServerResponse } from 'node:http'
import { inRequestSpan } from '@parley/runtime'
import { note, notesOf } from './request-log.js'

/** Handles a request in a span, which continues the trace of the client's `traceparent`; its log line has the trace. */
export function traceRequest(request: IncomingMessage, response: ServerResponse, run: () => void): void {
  const span = inRequestSpan(request.headers, run)
  if (!span) return
  note(request, { traceId: span.spanContext().traceId })
  response.once('close', () => {
    const { route = 'none' } = notesOf(request)
    span.updateName(`${request.method ?? ''} ${route}`)
    span.setAttributes({
      'http.request.method': request.method ?? '',
      'http.route': route,
      'http.response.status_code': response.statusCode,
    })
    span.end()
  })
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { counter, histogram, type Logger, shortSeconds, stopwatch } from '@parley/runtime'
import { requestIdOf } from './request-id.js'
import type { RequestHandler } from 'express'

/** Fields that only a handler knows. `route` is the pattern, never the path: paths contain ids. */
interface RequestNotes {
  readonly route?: string
  readonly caller?: string
  readonly traceId?: string
  /** Of a GraphQL request: the name and kind of its operation, its root fields and the codes of its errors. */
  readonly operation?: string
  readonly operationType?: string
  readonly rootFields?: readonly string[]
  readonly codes?: readonly string[]
}

/** `route` is the pattern of the path, or `none` for a path without one. */
const httpRequests = counter({
  name: 'parley_http_requests_total',
  help: 'Requests over HTTP that have ended, by route, method and status.',
  labelNames: ['route', 'method', 'status'],
})
const httpSeconds = histogram({
  name: 'parley_http_request_duration_seconds',
  help: 'Time from the headers of a request to the end of its answer, by route; streams are not counted.',
  labelNames: ['route'],
  // also of answers that wait for a whole reply
  buckets: [...shortSeconds, 10, 30, 60, 180],
})

const notes = new WeakMap<IncomingMessage, RequestNotes>()

/** Adds to the request's log line. */
export function note(request: IncomingMessage, more: RequestNotes): void {
  const known = notes.get(request)
  notes.set(request, known ? { ...known, ...more } : more)
}

/** The fields added so far. */
export function notesOf(request: IncomingMessage): RequestNotes {
  return notes.get(request) ?? {}
}

/** They last as long as a reply or a session, which says nothing about the time of an answer. */
const streamTypes = /^(?:text\/event-stream|application\/x-ndjson)/

/** Programs ask for these every few seconds; their lines are of the level debug when all is well. */
const polled: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/metrics'])

/** Counts each request when it ends, and logs one line, without path, query, body or token. */
export function logOnClose(logger: Logger, request: IncomingMessage, response: ServerResponse): void {
  const seconds = stopwatch()
  response.once('close', () => {
    const { method = '' } = request
    const status = response.statusCode
    const took = seconds()
    const noted = notes.get(request)
    const route = noted?.route ?? 'none'
    httpRequests.inc({ route, method, status })
    if (!streamTypes.test(String(response.getHeader('content-type')))) httpSeconds.observe({ route }, took)
    const line = { requestId: requestIdOf(response), method, status, ms: Math.round(took * 10_000) / 10, ...noted }
    const level = status === 200 && polled.has(route) ? 'debug' : 'info'
    logger[level](response.writableFinished ? line : { ...line, aborted: true }, 'request')
  })
}

/**
 * The notes of every GraphQL request: its route, and the code of a refusal that is not noted elsewhere. Apollo refuses
 * a malformed request before it reads the document, and an unsupported `Accept` after the operation.
 */
export const noteGraphql =
  (route: string): RequestHandler =>
  (request, response, next) => {
    noteGraphqlRequest(route, request, response)
    next()
  }

/** As `noteGraphql`, without Express. */
export function noteGraphqlRequest(route: string, request: IncomingMessage, response: ServerResponse): void {
  note(request, { route })
  response.once('finish', () => {
    const { statusCode } = response
    if (statusCode >= 400 && !notesOf(request).codes) note(request, { codes: [codeOfStatus(statusCode)] })
  })
}

/** The code of a refused GraphQL request. */
export function codeOfStatus(status: number): string {
  if (status === 429) return 'RATE_LIMITED'
  if (status === 503) return 'UNAVAILABLE'
  return status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR'
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { splitTarget } from './target.js'

/** Answers a request. Its errors are answered by `answerError`. */
export type DirectHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** A handler, and which requests for its method and path it takes. It decides from the headers: no body is read yet. */
export interface DirectRoute {
  readonly takes: (request: IncomingMessage) => boolean
  readonly answer: DirectHandler
}

/** Routes by `METHOD /path`, without query: the routing of Express costs more than a read. */
export type DirectRoutes = ReadonlyMap<string, DirectRoute>

/** The handler for a request of exactly such a method and path. Express serves every other one. */
export function directHandler(routes: DirectRoutes, request: IncomingMessage): DirectHandler | undefined {
  const route = routes.get(`${request.method ?? ''} ${splitTarget(request.url).path}`)
  return route?.takes(request) ? route.answer : undefined
}

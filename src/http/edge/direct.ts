import type { IncomingMessage, ServerResponse } from 'node:http'
import { splitTarget } from '../target.js'

/** Answers a GET of one exact path. Its errors are answered by `answerError`. */
export type DirectHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Handlers of frequent requests by path, without query: the routing of Express costs more than a read. */
export type DirectHandlers = ReadonlyMap<string, DirectHandler>

/** The handler for a request of exactly such a path. Express serves every other spelling of it. */
export function directHandler(handlers: DirectHandlers, { method, url }: IncomingMessage): DirectHandler | undefined {
  return method === 'GET' ? handlers.get(splitTarget(url).path) : undefined
}

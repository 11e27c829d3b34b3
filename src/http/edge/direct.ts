import type { IncomingMessage, ServerResponse } from 'node:http'
import { splitTarget } from '../target.js'

/** Answers a GET of one exact path. Rejects with what `answerError` has an answer for. */
export type DirectHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** By path, without query: frequent requests, answered without Express, whose routing costs more than a read. */
export type DirectHandlers = ReadonlyMap<string, DirectHandler>

/** The handler of a request that asks for exactly such a path; every other spelling of it goes through Express. */
export function directHandler(handlers: DirectHandlers, { method, url }: IncomingMessage): DirectHandler | undefined {
  return method === 'GET' ? handlers.get(splitTarget(url).path) : undefined
}

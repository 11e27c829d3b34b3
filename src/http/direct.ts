import type { IncomingMessage, ServerResponse } from 'node:http'

/** Answers a GET of one exact path. Rejects with what `answerError` has an answer for. */
export type DirectHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** By path, without query: what is asked often enough to be answered without Express, whose routing costs more than a read. */
export type DirectHandlers = ReadonlyMap<string, DirectHandler>

/** The handler of a request that asks for exactly such a path; every other spelling of it goes through Express. */
export function directHandler(
  handlers: DirectHandlers,
  { method, url = '' }: IncomingMessage,
): DirectHandler | undefined {
  if (method !== 'GET') return undefined
  const queryAt = url.indexOf('?')
  return handlers.get(queryAt < 0 ? url : url.slice(0, queryAt))
}

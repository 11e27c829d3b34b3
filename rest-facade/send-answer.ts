import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendJson, sendNothing, sendText } from '../src/http/send.js'
import { splitTarget } from '../src/http/target.js'
import type { Answer } from './answers.js'

/** Writes what a row answered. `target` is the request's, as sent: a list's link to its next page repeats it. */
export function sendAnswer(
  { url: target = '' }: Pick<IncomingMessage, 'url'>,
  response: ServerResponse,
  answer: Answer,
) {
  switch (answer.kind) {
    case 'json':
      if (answer.nextCursor !== undefined) response.setHeader('Link', nextLink(target, answer.nextCursor))
      if (answer.location !== undefined) response.setHeader('Location', answer.location)
      sendJson(response, answer)
      return
    case 'text':
      sendText(response, answer.text)
      return
    case 'nothing':
      sendNothing(response)
  }
}

function nextLink(target: string, cursor: string): string {
  const { path, query } = splitTarget(target)
  const next = new URLSearchParams(query)
  next.set('cursor', cursor)
  return `<${path}?${next.toString()}>; rel="next"`
}

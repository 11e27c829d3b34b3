import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  disconnectSignal,
  sendFile,
  sendJson,
  sendNothing,
  sendText,
  splitTarget,
  writeWithBackpressure,
} from '@parley/edge'
import { writeEach } from '@parley/runtime'
import type { Answer, ListAnswer } from './rows/answers.js'

interface AnsweredRequest {
  readonly request: Pick<IncomingMessage, 'url' | 'method'>
  readonly response: ServerResponse
  /** What a proxy strips from the paths that clients request (contract: common.19). */
  readonly publicPath: string
}

/** Writes the answer of a row. A list repeats the request target as sent in the link to its next page. */
export async function sendAnswer(
  { request: { url: target = '', method }, response, publicPath }: AnsweredRequest,
  answer: Answer,
): Promise<void> {
  // the answer depends on the caller and the moment, and may contain a token
  response.setHeader('Cache-Control', 'no-store')
  switch (answer.kind) {
    case 'json':
      if (answer.nextCursor !== undefined) response.setHeader('Link', nextLink(publicPath + target, answer.nextCursor))
      if (answer.location !== undefined) response.setHeader('Location', publicPath + answer.location)
      sendJson(response, answer)
      return
    case 'list':
      response.setHeader('Content-Type', 'application/json; charset=utf-8')
      if (method !== 'HEAD') await writeList(response, answer)
      response.end()
      return
    case 'text':
      sendText(response, answer.text)
      return
    case 'file':
      sendFile(response, answer)
      return
    case 'nothing':
      sendNothing(response)
  }
}

/** Reads a page when the client has read the previous one. Ends early when the client has disconnected. */
async function writeList(response: ServerResponse, { pages, key }: ListAnswer): Promise<void> {
  const disconnected = disconnectSignal(response)
  const [opening, closing] = key === undefined ? ['[', ']'] : [`{${JSON.stringify(key)}:[`, ']}']
  let separator = opening
  const write = (page: unknown): Promise<void> => {
    const items = JSON.stringify(page).slice(opening.length, -closing.length)
    if (items === '') return Promise.resolve()
    const piece = separator + items
    separator = ','
    return writeWithBackpressure(response, piece, disconnected)
  }
  await writeEach(pages, write, disconnected)
  if (!disconnected.aborted) response.write(separator === opening ? opening + closing : closing)
}

function nextLink(target: string, cursor: string): string {
  const { path, query } = splitTarget(target)
  const next = new URLSearchParams(query)
  next.set('cursor', cursor)
  return `<${path}?${next.toString()}>; rel="next"`
}

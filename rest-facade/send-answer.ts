import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  disconnectSignal,
  sendBytes,
  sendFile,
  sendJson,
  sendNothing,
  sendText,
  splitTarget,
  writeWithBackpressure,
} from '@parley/edge'
import { writeEach } from '@parley/runtime'
import type { Answer, ContentAnswer, ListAnswer } from './rows/answers.js'

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
    case 'content':
      await sendContent({ method, response }, answer)
      return
    case 'nothing':
      sendNothing(response)
  }
}

/** What a person has uploaded is never shown as a page of this origin. */
async function sendContent(
  { method, response }: Pick<IncomingMessage, 'method'> & Pick<AnsweredRequest, 'response'>,
  content: ContentAnswer,
): Promise<void> {
  try {
    response.setHeader('Content-Type', 'application/octet-stream')
    response.setHeader('Content-Disposition', `attachment; filename*=UTF-8''${encodedName(content.name)}`)
    response.setHeader('Content-Security-Policy', 'sandbox')
    response.setHeader('Content-Length', content.size)
    if (method === 'HEAD') response.end()
    else await sendBytes(content.read(), response)
  } finally {
    await content.close()
  }
}

/** RFC 8187, which has fewer letters than `encodeURIComponent`. */
function encodedName(name: string): string {
  const percent = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(name).replaceAll(/['()*]/g, percent)
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

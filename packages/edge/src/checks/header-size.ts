import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerOf, type ErrorAnswer } from '../errors/http-error.js'
import { restErrors } from '../errors/rest-errors.js'
import { headerBytes, headerFields } from '../load/request-times.js'

const refusal = answerOf(restErrors.headersTooLarge)

/** The answer to a request whose target and headers are too large. The parser accepts more, so that a browser gets a page. */
export function headersRefusal({ socket, url = '', rawHeaders }: IncomingMessage): ErrorAnswer | undefined {
  const tooMany = fieldsRefusal(rawHeaders)
  if (tooMany || socket.bytesRead <= headerBytes) return tooMany
  // each name and value has two more characters: `: ` and the end of the line
  const bytes = rawHeaders.reduce((sum, text) => sum + text.length + 2, url.length)
  return bytes > headerBytes ? refusal : undefined
}

/**
 * Reads nothing more from a connection whose request has too many fields, since reading costs more than the answer; it
 * closes after that. For a request that has just arrived.
 */
export function boundFields({ socket, rawHeaders }: IncomingMessage, response: ServerResponse): void {
  if (!fieldsRefusal(rawHeaders)) return
  response.setHeader('Connection', 'close')
  socket.pause()
}

/** The answer to a request with too many header fields, in which a field such as its length may be missing. */
export function fieldsRefusal(rawHeaders: readonly string[]): ErrorAnswer | undefined {
  if (rawHeaders.length <= 2 * headerFields) return undefined
  // names and values alternate; in HTTP/2 the first names are those of the request line
  const firstField = rawHeaders.findIndex((text, at) => at % 2 === 0 && !text.startsWith(':'))
  return rawHeaders.length - firstField > 2 * headerFields ? refusal : undefined
}

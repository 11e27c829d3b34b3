import type { IncomingMessage } from 'node:http'
import { answerOf } from '../errors/http-error.js'
import type { ErrorAnswer } from '../errors/http-error.js'
import { restErrors } from '../errors/rest-errors.js'
import { headerBytes } from '../load/request-times.js'

const refusal = answerOf(restErrors.headersTooLarge)

/** The answer to a request whose target and headers are too large. The parser accepts more, so that a browser gets a page. */
export function headersRefusal({ socket, url = '', rawHeaders }: IncomingMessage): ErrorAnswer | undefined {
  if (socket.bytesRead <= headerBytes) return undefined
  // each name and value has two more characters: `: ` and the end of the line
  const bytes = rawHeaders.reduce((sum, text) => sum + text.length + 2, url.length)
  return bytes > headerBytes ? refusal : undefined
}

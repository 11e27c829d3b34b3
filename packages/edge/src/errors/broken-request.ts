import type { Duplex } from 'node:stream'
import { answerOnSocket } from './answer-on-socket.js'
import { answerOf, type ErrorAnswer } from './http-error.js'
import { restErrors } from './rest-errors.js'

/** Answers input that the HTTP parser refuses, in JSON on the bare socket, since there is no request object. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex, isAnswering: boolean): void {
  // during another answer these bytes would become part of that answer
  if (!socket.writable || error.code === 'ECONNRESET' || isAnswering) socket.destroy()
  else answerOnSocket(socket, brokenRequestAnswer(error.code))
}

function brokenRequestAnswer(code: string | undefined): ErrorAnswer {
  if (code === 'HPE_HEADER_OVERFLOW') return answerOf(restErrors.headersTooLarge)
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return answerOf(restErrors.requestTimeout)
  return answerOf(restErrors.badRequest, 'Malformed HTTP request')
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import { AppError, type Logger, reasonOf } from '@parley/runtime'
import { answerForFailure } from './answer-for-failure.js'
import { jsonInvalid } from './input-faults.js'
import { HttpError, refusals, type ErrorAnswer } from './http-error.js'
import { requestIdOf } from '../listener/request-id.js'
import { sendJson } from '../answers/send.js'

/**
 * Answers a refusal with a page where a person reads it in a browser. Returns false, and answers nothing, to every other
 * request.
 */
export type SendRefusalPage = (request: IncomingMessage, response: ServerResponse, answer: ErrorAnswer) => boolean

/** The last handler: no route matches the path. */
export function unknownRoute(sendPage: SendRefusalPage): RequestHandler {
  return (request, response) => {
    const refusal = refusals.notFound()
    if (!sendPage(request, response, refusal.answer)) throw refusal
  }
}

/** Gives an error the form that a service documents for it. */
type Reshape = (answer: ErrorAnswer, error: unknown) => Omit<ErrorAnswer, 'body'> & { readonly body: object }

/** Turns every error into a JSON answer. An unexpected one is logged with its stack and answered `Server error`. */
export type AnswerError = (error: unknown, request: IncomingMessage, response: ServerResponse) => void

export function answerErrors(logger: Logger, reshape: Reshape = (answer) => answer): AnswerError {
  return (error, request, response) => {
    const answer = expectedAnswer(error)
    if (!answer || (error instanceof AppError && error.cause !== undefined)) {
      const why = answer && error instanceof AppError ? expectedFields(error) : { err: error }
      logger.error({ requestId: requestIdOf(response), method: request.method, ...why }, 'request.failed')
    }
    if (response.headersSent) {
      // the client must not read a partial answer as complete, so the connection is cut
      response.destroy()
      return
    }
    sendJson(response, reshape(answer ?? answerForFailure({ code: 'INTERNAL_SERVER_ERROR', message: '' }), error))
  }
}

/** A part that is away needs no stack. */
function expectedFields({ code, cause }: AppError): object {
  return code === 'UNAVAILABLE' ? { reason: reasonOf(cause) } : { err: cause }
}

/** The same as an Express error handler. */
export function errorMiddleware(answerError: AnswerError): ErrorRequestHandler {
  // Express recognizes an error handler by its four parameters
  return (error: unknown, request, response, _next) => answerError(error, request, response)
}

function expectedAnswer(error: unknown): ErrorAnswer | undefined {
  if (error instanceof HttpError) return error.answer
  if (error instanceof AppError) return answerForFailure(error)
  if (!(error instanceof Error)) return undefined
  if (error.name === 'MulterError') return uploadAnswer('code' in error ? error.code : undefined)
  if (error instanceof URIError) return refusals.badRequest('Malformed URL').answer
  return 'status' in error ? libraryAnswer(error.status, 'type' in error ? error.type : undefined) : undefined
}

/** The answer to an error code of multer 2: 400 for refused files, as documented, 413 for other limits. */
function uploadAnswer(code: unknown): ErrorAnswer {
  switch (code) {
    case 'LIMIT_FILE_SIZE':
      return refusals.badRequest('The file is too large').answer
    case 'LIMIT_FILE_COUNT':
      return refusals.badRequest('Too many files').answer
    case 'LIMIT_UNEXPECTED_FILE':
      return refusals.badRequest('Unexpected file part').answer
    case 'LIMIT_PART_COUNT':
    case 'LIMIT_FIELD_COUNT':
    case 'LIMIT_FIELD_KEY':
    case 'LIMIT_FIELD_VALUE':
      return refusals.payloadTooLarge().answer
    default:
      return refusals.badRequest('Malformed upload').answer
  }
}

/** The answer to errors of express, its router and body parsers (`http-errors`), of which only the status is used. */
function libraryAnswer(status: unknown, type: unknown): ErrorAnswer | undefined {
  if (type === 'entity.parse.failed') return refusals.invalid([jsonInvalid(0)]).answer
  switch (status) {
    case 401:
      return refusals.unauthorized().answer
    case 404:
      return refusals.notFound().answer
    case 413:
      return refusals.payloadTooLarge().answer
    case 415:
      return refusals.unsupportedMediaType().answer
    default:
      return typeof status === 'number' && status >= 400 && status < 500 ? refusals.badRequest().answer : undefined
  }
}

import type { RequestHandler } from 'express'
import { note, notesOf } from './request-log.js'

/**
 * The notes of every GraphQL request: its route, and the code of a refusal that nothing else has noted. Apollo refuses a malformed
 * request before it reads the document, and an `Accept` that fits no answer after the operation.
 */
export const noteGraphql: RequestHandler = (request, response, next) => {
  note(request, { route: '/graphql' })
  response.once('finish', () => {
    if (response.statusCode < 400 || notesOf(request).codes) return
    note(request, { codes: [response.statusCode < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR'] })
  })
  next()
}

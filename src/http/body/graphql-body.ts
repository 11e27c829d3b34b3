import { json } from 'express'
import type { ErrorRequestHandler, RequestHandler } from 'express'

const read = json({ limit: '1mb' })

/** Reads the body of a GraphQL request. Invalid JSON is answered as the GraphQL-over-HTTP draft requires. */
export const graphqlBody: (RequestHandler | ErrorRequestHandler)[] = [
  read,
  ((error: unknown, _request, response, next) => {
    const status = statusOf(error)
    if (status === undefined) {
      next(error)
      return
    }
    const message = status === 413 ? 'The request body is too large' : 'The request body is not JSON'
    response.status(status).json({ errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] })
  }) satisfies ErrorRequestHandler,
]

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined
  return error.status === 400 || error.status === 413 || error.status === 415 ? error.status : undefined
}

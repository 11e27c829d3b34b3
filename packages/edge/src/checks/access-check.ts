import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import type { DirectRoute, DirectRoutes } from '../listener/direct.js'

/** Throws HttpError for a request that must not be answered. It reads the headers only. */
export type AccessCheck = (request: IncomingMessage) => void

/** The check before handlers of Express. */
export function checkAccess(check: AccessCheck): RequestHandler {
  return (request, _response, next) => {
    check(request)
    next()
  }
}

/** The check before each of the routes. */
export function checkedRoutes(routes: DirectRoutes, check: AccessCheck): DirectRoutes {
  const checked = ({ takes, answer }: DirectRoute): DirectRoute => ({
    takes,
    answer: async (request, response) => {
      check(request)
      await answer(request, response)
    },
  })
  return new Map([...routes].map(([target, route]) => [target, checked(route)]))
}

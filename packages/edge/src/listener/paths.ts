import type { IRouter, RequestHandler } from 'express'
import { refusals } from '../errors/http-error.js'
import { note } from './request-log.js'

export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
export type Method = (typeof methods)[number]

type MethodHandlers = Partial<Readonly<Record<Method, RequestHandler>>>

/**
 * Mounts all methods of a path: its handlers, HEAD with GET, OPTIONS with 204, any other method with 405; `Allow` lists
 * them. Mount a path once, and a literal path before a pattern that matches it too.
 */
export function mountPath(router: IRouter, path: string, handlers: MethodHandlers): void {
  const allow = allowOf(handlers)
  const route = router.route(path)
  route.all((request, _response, next) => {
    note(request, { route: path })
    next()
  })
  for (const method of methods) {
    const handler = handlers[method]
    if (handler) route[method](handler)
  }
  route.options((_request, response) => {
    response.set('Allow', allow).status(204).end()
  })
  route.all(() => {
    throw refusals.notAllowed(allow)
  })
}

function allowOf(handlers: MethodHandlers): string {
  const allowed = methods.filter((method) => handlers[method])
  const names = allowed.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
  return [...names, 'OPTIONS'].join(', ')
}

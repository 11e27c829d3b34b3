import { Router } from 'express'
import type { Request, RequestHandler, Response } from 'express'
import { AppError } from '../src/errors.js'
import { readJsonBody } from '../src/http/json-body.js'
import { lastValues } from '../src/http/last-values.js'
import { isMultipart, readMultipartBody } from '../src/http/multipart-body.js'
import { mountPath } from '../src/http/paths.js'
import type { Method } from '../src/http/paths.js'
import { requestIdOf } from '../src/http/request-id.js'
import { note } from '../src/http/request-log.js'
import type { Answer } from './answers.js'
import { charactersRoutes } from './characters-routes.js'
import { profileRoutes } from './profile-routes.js'
import { roomLogsRoutes } from './room-logs-routes.js'
import { roomsRoutes } from './rooms-routes.js'
import type { Route, TokenRule } from './route.js'
import type { SchemaClient, SchemaSession } from './schema-client.js'
import { socialRoutes } from './social-routes.js'
import { usersRoutes } from './users-routes.js'

/** Every documented endpoint of the application service (contract 000). */
export const facadeRoutes: readonly Route[] = [
  ...usersRoutes,
  ...profileRoutes,
  ...socialRoutes,
  ...charactersRoutes,
  ...roomsRoutes,
  ...roomLogsRoutes,
]

/** Mounts routes as clients of the schema. Order of refusals: method, token, body, then what the schema finds (decisions 1). */
export function mountRoutes<Session extends SchemaSession>(
  client: SchemaClient<Session>,
  routes: readonly Route[] = facadeRoutes,
): Router {
  const router = Router({ caseSensitive: true })
  const paths = new Map<string, Partial<Record<Method, RequestHandler>>>()
  for (const route of routes) {
    const handler = handlerOf(route, client)
    for (const path of route.paths) paths.set(path, { ...paths.get(path), [route.method]: handler })
  }
  for (const [path, handlers] of paths) mountPath(router, path, handlers)
  return router
}

function handlerOf<Session extends SchemaSession>(route: Route, client: SchemaClient<Session>): RequestHandler {
  return async (request, response) => {
    const session = await client.identify({
      authorization: request.get('Authorization'),
      requestId: requestIdOf(response),
      ipAddress: request.ip ?? null,
    })
    if (session.callerId !== undefined) note(request, { caller: session.callerId })
    admit(session.tokenState, route.token)
    const body = route.readsBody ? await readBody(route, request, response) : undefined
    const raw = { path: request.params, query: lastValues(request.query), header: request.headers, body }
    send(request, response, await route.perform(raw, client, session))
  }
}

function admit(tokenState: SchemaSession['tokenState'], rule: TokenRule): void {
  const refused = rule === 'required' ? tokenState !== 'valid' : rule === 'room' && tokenState === 'invalid'
  if (refused) throw new AppError('UNAUTHENTICATED')
}

function readBody(route: Route, request: Request, response: Response): Promise<unknown> {
  return route.takesMultipart && isMultipart(request) ? readMultipartBody(request, response) : readJsonBody(request)
}

function send(request: Request, response: Response, answer: Answer): void {
  response.status(answer.status)
  switch (answer.kind) {
    case 'json':
      if (answer.nextCursor !== undefined) response.set('Link', nextLink(request.originalUrl, answer.nextCursor))
      response.json(answer.body)
      return
    case 'text':
      response.type('text/plain; charset=utf-8').send(answer.text)
      return
    case 'nothing':
      response.end()
  }
}

function nextLink(originalUrl: string, cursor: string): string {
  const [path = '', query = ''] = originalUrl.split('?', 2)
  const next = new URLSearchParams(query)
  next.set('cursor', cursor)
  return `<${path}?${next.toString()}>; rel="next"`
}

import { Router } from 'express'
import type { Request, RequestHandler, Response } from 'express'
import { limits } from '../schema/limits.js'
import { AppError } from '../src/errors.js'
import { refusals } from '../src/http/http-error.js'
import { readJsonBody } from '../src/http/json-body.js'
import { KeptFile } from '../src/http/kept-file.js'
import { lastValues } from '../src/http/last-values.js'
import { isMultipart, readMultipartBody } from '../src/http/multipart-body.js'
import { mountPath } from '../src/http/paths.js'
import type { Method } from '../src/http/paths.js'
import { requestIdOf } from '../src/http/request-id.js'
import { note } from '../src/http/request-log.js'
import { UploadMemory } from '../src/http/upload-memory.js'
import type { Answer } from './answers.js'
import { charactersRoutes } from './characters-routes.js'
import { imagesRoutes } from './images-routes.js'
import { roomLogsRoutes } from './room-logs-routes.js'
import { roomsRoutes } from './rooms-routes.js'
import type { Route, TokenRule } from './route.js'
import type { SchemaClient, SchemaSession } from './schema-client.js'
import { usersRoutes } from './users-routes.js'

/** Every documented endpoint of the application service (contract 000). */
export const facadeRoutes: readonly Route[] = [
  ...usersRoutes,
  ...charactersRoutes,
  ...imagesRoutes,
  ...roomsRoutes,
  ...roomLogsRoutes,
]

/** Mounts routes as clients of the schema. Order of refusals: method, token, body, then what the schema finds (decisions 1). */
export function mountRoutes<Session extends SchemaSession>(
  client: SchemaClient<Session>,
  routes: readonly Route[] = facadeRoutes,
): Router {
  const router = Router({ caseSensitive: true })
  const memory = new UploadMemory()
  const paths = new Map<string, Partial<Record<Method, RequestHandler>>>()
  for (const route of routes) {
    const handler = handlerOf(route, client, memory)
    for (const path of route.paths) paths.set(path, { ...paths.get(path), [route.method]: handler })
  }
  for (const [path, handlers] of paths) mountPath(router, path, handlers)
  return router
}

function handlerOf<Session extends SchemaSession>(
  route: Route,
  client: SchemaClient<Session>,
  memory: UploadMemory,
): RequestHandler {
  return async (request, response) => {
    const session = await client.identify({
      authorization: request.get('Authorization'),
      requestId: requestIdOf(response),
      ipAddress: request.ip ?? '',
    })
    if (session.callerId !== undefined) note(request, { caller: session.callerId })
    admit(session.tokenState, route.token)
    const kept = new KeptFile(limits.imageBytes, memory)
    try {
      const body = await readBody(route, { request, response, kept })
      const { params: path, headers: header } = request
      const raw = { path, query: lastValues(request.query), header, body, file: kept.file }
      send(request, response, await route.perform(raw, client, session))
    } finally {
      kept.release()
    }
  }
}

function admit(tokenState: SchemaSession['tokenState'], rule: TokenRule): void {
  const refused = rule === 'required' ? tokenState !== 'valid' : rule === 'room' && tokenState === 'invalid'
  if (refused) throw new AppError('UNAUTHENTICATED')
}

interface Exchange {
  readonly request: Request
  readonly response: Response
  readonly kept: KeptFile
}

async function readBody({ readsBody, file: part }: Route, { request, response, kept }: Exchange): Promise<unknown> {
  if (part && isMultipart(request)) return readMultipartBody(request, response, { part, kept })
  if (readsBody) return readJsonBody(request)
  if (part && hasBody(request)) throw refusals.unsupportedMediaType()
  return undefined
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
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

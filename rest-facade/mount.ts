import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import {
  bodyParts,
  clientAddress,
  type DirectRoute,
  type DirectRoutes,
  isMultipart,
  largeBodyTurn,
  lastValues,
  MemoryFileStorage,
  type Method,
  mountPath,
  note,
  readJsonBody,
  readMultipartBody,
  refusals,
  splitTarget,
  UploadMemory,
} from '@parley/edge'
import { countedKeysOf } from '@parley/runtime'
import { limits } from '../src/limits.js'
import { apiKeysRoutes } from './accounts/api-keys-routes.js'
import { cardsRoutes } from './characters/cards-routes.js'
import { charactersRoutes } from './characters/characters-routes.js'
import { dataExportRoutes } from './accounts/data-export-routes.js'
import { requireSingleKey } from './rows/idempotency.js'
import { identifyAround } from './identify.js'
import { filesRoutes } from './rooms/files-routes.js'
import { imagesRoutes } from './characters/images-routes.js'
import { likesRoutes } from './characters/likes-routes.js'
import { profileRoutes } from './accounts/profile-routes.js'
import { repliesRoutes } from './replies/replies-routes.js'
import { entriesRoutes } from './rooms/entries-routes.js'
import { roomLogsRoutes } from './rooms/room-logs-routes.js'
import { roomSettingsRoutes } from './rooms/room-settings-routes.js'
import { searchRoutes } from './rooms/search-routes.js'
import { roomsRoutes } from './rooms/rooms-routes.js'
import type { RawRequest, Route } from './rows/route.js'
import type { SchemaClient, SchemaCaller } from './rows/schema-client.js'
import { sendAnswer } from './send-answer.js'
import { sessionsRoutes } from './accounts/sessions-routes.js'
import type { FacadeSettings } from './contract/settings.js'
import { socialRoutes } from './accounts/social-routes.js'
import { usageRoutes } from './accounts/usage-routes.js'
import { userListRoutes } from './accounts/user-list-routes.js'
import { usersRoutes } from './accounts/users-routes.js'
import { resetPasswordRoute, verificationRoutes } from './accounts/verification-routes.js'

/** The documented endpoints of the application service in a release line. */
export const facadeRoutes = (settings: FacadeSettings): readonly Route[] => [
  ...usersRoutes(settings.line),
  ...userListRoutes(settings.line),
  ...profileRoutes,
  ...usageRoutes,
  ...dataExportRoutes,
  ...socialRoutes,
  ...verificationRoutes('/api/auth'),
  resetPasswordRoute,
  ...sessionsRoutes,
  ...apiKeysRoutes,
  ...charactersRoutes(settings.line),
  ...cardsRoutes,
  ...likesRoutes,
  ...imagesRoutes,
  ...filesRoutes,
  ...roomsRoutes,
  ...roomSettingsRoutes,
  ...roomLogsRoutes(settings),
  ...entriesRoutes(settings),
  ...searchRoutes,
  ...repliesRoutes(settings),
]

/** Of all uploads that arrive as drafts, in bytes. */
const draftBytes = 1_073_741_824
/** What each counts besides its bytes: it has a file of its own. */
const draftCost = 1_048_576

/**
 * Mounts routes as clients of the schema. Checks in this order: method, token, body, then the rules of the schema
 * (contract: errors.9). `publicPath` is before the paths that answers name.
 */
export function mountRoutes<Caller extends SchemaCaller>(
  client: SchemaClient<Caller>,
  routes: readonly Route[],
  publicPath = '',
): Router {
  const router = Router({ caseSensitive: true })
  const memory = new UploadMemory()
  const drafts = new UploadMemory(draftBytes)
  const paths = new Map<string, Partial<Record<Method, RequestHandler>>>()
  for (const route of routes) {
    const handler = handlerOf({ route, client, publicPath }, { memory, drafts })
    for (const path of route.paths) paths.set(path, { ...paths.get(path), [route.method]: handler })
  }
  // a literal path precedes a pattern that would also match it
  const inOrder = [...paths].sort(([one], [other]) => patternsIn(one) - patternsIn(other))
  for (const [path, handlers] of inOrder) mountPath(router, path, handlers)
  return router
}

/** Handlers without Express, for routes whose paths have no parameters and whose requests have no form. */
export function directRoutes<Caller extends SchemaCaller>(
  client: SchemaClient<Caller>,
  routes: readonly Route[],
  publicPath = '',
): DirectRoutes {
  const direct = new Map<string, DirectRoute>()
  for (const route of routes.filter(({ file, content }) => file === undefined && content === undefined))
    for (const path of route.paths.filter((each) => !each.includes(':')))
      direct.set(`${route.method.toUpperCase()} ${path}`, {
        takes: () => true,
        answer: async (request, response) => {
          note(request, { route: path })
          const query = parseQuery(splitTarget(request.url).query)
          const body = async () => ({ body: await jsonOf(route, request), file: undefined })
          await answer({ route, client, publicPath, parameters: {}, query, body }, request, response)
        },
      })
  return direct
}

function patternsIn(path: string): number {
  return path.split('/').filter((segment) => segment.startsWith(':')).length
}

/** Where the bytes of uploads are until they are complete: in memory, or as drafts of the file store. */
interface Uploads {
  readonly memory: UploadMemory
  readonly drafts: UploadMemory
}

function handlerOf<Caller extends SchemaCaller>(mounted: Mounted<Caller>, uploads: Uploads): RequestHandler {
  return async (request, response) => {
    let kept: Pick<MemoryFileStorage, 'release'> | undefined
    const { params: parameters, query } = request
    const body = ({ callerId }: SchemaCaller) => {
      const keys = countedKeysOf(callerId, clientAddress(request))
      const uploader = { keys, isArriving: () => !request.complete, end: () => request.destroy() }
      const { content, file: part } = mounted.route
      if (content) {
        const lease = uploads.drafts.lease(uploader)
        kept = { release: () => lease.close() }
        lease.reserve(draftCost)
        const parts = bodyParts(request, { ...content, onPart: (bytes) => lease.reserve(bytes) })
        kept = {
          release: () => {
            lease.close()
            parts.destroy()
          },
        }
        return Promise.resolve({ body: undefined, file: undefined, parts })
      }
      const storage = new MemoryFileStorage(part?.mostBytes ?? limits.imageBytes, uploads.memory.lease(uploader))
      kept = storage
      return readBody(mounted.route, { request, response, kept: storage })
    }
    try {
      await answer({ ...mounted, parameters, query, body }, request, response)
    } finally {
      kept?.release()
    }
  }
}

interface Mounted<Caller extends SchemaCaller> {
  readonly route: Route
  readonly client: SchemaClient<Caller>
  readonly publicPath: string
}

interface Call<Caller extends SchemaCaller> extends Mounted<Caller> {
  readonly parameters: unknown
  readonly query: object
  /** Reads the body, after the token check. */
  readonly body: (caller: SchemaCaller) => Promise<Pick<RawRequest, 'body' | 'file' | 'parts'>>
}

async function answer<Caller extends SchemaCaller>(
  { route, client, publicPath, parameters, query, body }: Call<Caller>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const read = async (known: SchemaCaller) => {
    if (route.takesIdempotencyKey) requireSingleKey(request)
    return body(known)
  }
  const exchange = { request, response }
  const { caller, body: sent } = await identifyAround(client, exchange, { rule: route.token, read })
  const raw = { path: parameters, query: lastValues(query), header: request.headers, ...sent }
  await sendAnswer({ request, response, publicPath }, await route.perform(raw, client, caller))
}

interface Exchange {
  readonly request: Request
  readonly response: Response
  readonly kept: MemoryFileStorage
}

async function readBody(route: Route, { request, response, kept }: Exchange) {
  const { readsBody, file: part } = route
  if (part && isMultipart(request)) {
    const body = await readMultipartBody(request, response, { part, kept })
    const { file } = kept
    if (!file || part.field === undefined) return { body, file }
    if (file.isCut) throw refusals.payloadTooLarge()
    // it contains a text like that of a body
    await largeBodyTurn(request, file.bytes.length)
    return { body: { ...body, [part.field]: file.bytes.length === 0 ? '' : part.field }, file }
  }
  if (part && !readsBody && hasBody(request)) throw refusals.unsupportedMediaType()
  return { body: await jsonOf(route, request), file: undefined }
}

async function jsonOf({ readsBody, bodyBytes }: Route, request: IncomingMessage): Promise<unknown> {
  return readsBody ? readJsonBody(request, bodyBytes) : undefined
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

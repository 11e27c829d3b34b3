import { createHash } from 'node:crypto'
import type { Express, Request, RequestHandler } from 'express'
import { mountPath } from '@parley/edge'
import { builtPages } from './is-built.js'
import { knownInstallation, mountPage, type Page, type PageHost } from './page.js'
import { mountWebApp } from './web-app.js'

const inlineStyles = { styleSrc: ["'self'", "'unsafe-inline'"] }
const inlineImages = { imgSrc: ["'self'", 'data:'] }

const chatPage: Page = {
  ...builtPages.chat,
  assets: '/chat',
  skipped: 'chat_page.skipped',
  // pictures that a person chooses are shown before they are stored
  // code is coloured in a worker, formulas have fonts
  sources: { imgSrc: ["'self'", 'blob:'], workerSrc: ["'self'"], fontSrc: ["'self'"], manifestSrc: ["'self'"] },
}

/** Sign-in providers send people back to these: each to its own. */
const returnPaths = ['a', 'b', 'c'].map((slot) => `/sign-in/social-${slot}`)

interface Root {
  readonly app: Express
  /** What a proxy strips from the paths that clients request. */
  readonly publicPath?: string
}

/** `GET /`: the chat page for browsers if it was built. Other clients get one line that says where the API is. */
export function mountChat(host: PageHost & Root): void {
  const known = knownInstallation(host)
  const sendPage = mountPage(host, chatPage, known)
  mountRoot(host, sendPage)
  if (!sendPage) return
  host.app.get(returnPaths, sendPage)
  mountWebApp(host, known)
}

/** `GET /` without the chat page: the same line for all clients. */
export function mountSignpost(root: Root): void {
  mountRoot(root)
}

function mountRoot({ app, publicPath = '' }: Root, sendPage?: RequestHandler): void {
  mountPath(app, '/', {
    get: (request, response, next) => {
      if (sendPage) response.vary('Accept')
      if (sendPage && prefersHtml(request)) return sendPage(request, response, next)
      response.type('text').send(`Parley: GraphQL at ${publicPath}/graphql, REST at ${publicPath}/docs\n`)
    },
  })
}

/** GraphiQL at `GET /graphql` for browsers. The editor needs inline styles and fonts. */
export function mountPlayground(host: PageHost): void {
  const sources = { ...inlineStyles, ...inlineImages, workerSrc: ["'self'"], fontSrc: ["'self'", 'data:'] }
  const page = { ...builtPages.playground, assets: '/graphql/assets', skipped: 'playground.skipped', sources }
  const sendPage = mountPage(host, page)
  if (!sendPage) return
  host.app.get('/graphql', (request, response, next) => {
    if (wantsPage(request)) return sendPage(request, response, next)
    next()
  })
}

/** A browser's page request. A GET query of a client contains `query` or asks for JSON. */
function wantsPage(request: Request): boolean {
  return !('query' in request.query) && prefersHtml(request)
}

/** False for clients that accept every type, such as curl. */
const prefersHtml = (request: Request): boolean => request.accepts(['json', 'html']) === 'html'

/**
 * The administrators' console at a path, without data: its operations require the token of an administrator. Without the chat
 * page it also receives the people whom a provider sends back to the address of that page: mount it before `/` then.
 */
export function mountDashboard(host: PageHost, path: '/' | '/console', { isAlone = false } = {}): void {
  const page = { ...builtPages.dashboard, assets: '/dashboard', skipped: 'dashboard.skipped' }
  const sendPage = mountPage(host, page)
  if (!sendPage) return
  host.app.get(path === '/' ? ['/', ...returnPaths] : path, sendPage)
  if (!isAlone) return
  host.app.get(returnPaths, sendPage)
  host.app.get('/', (request, response, next) => {
    const { state, code, error } = request.query
    response.vary('Accept')
    const isReturn = state !== undefined && (code ?? error) !== undefined
    return isReturn && prefersHtml(request) ? sendPage(request, response, next) : next()
  })
}

/**
 * `GET /openapi.json`, and Swagger UI for it at `GET /docs`. A proxy may add a prefix and strip it. `document` is
 * called once, at the first request, so that the start is not delayed.
 */
export function mountDocs(host: PageHost, document: () => object): void {
  let bytes: Buffer | undefined
  let tag = ''
  mountPath(host.app, '/openapi.json', {
    get: (_request, response) => {
      if (!bytes) {
        bytes = Buffer.from(JSON.stringify(document()))
        tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
      }
      response.set({ 'Cache-Control': 'no-cache', ETag: tag }).type('json').send(bytes)
    },
  })
  const page = { name: 'swagger-ui', assets: '/docs/assets', skipped: 'docs_page.skipped', sources: inlineImages }
  const sendPage = mountPage(host, page)
  if (!sendPage) return
  mountPath(host.app, '/docs', {
    get: (request, response, next) => {
      // the page's relative links would resolve differently here
      if (request.path.endsWith('/')) response.redirect(301, '../docs')
      else return sendPage(request, response, next)
    },
  })
}

/** Redoc at `GET /redoc`, for the `/openapi.json` of the same listener. */
export function mountRedoc(host: PageHost): void {
  const sources = { ...inlineStyles, ...inlineImages }
  const sendPage = mountPage(host, { name: 'redoc', assets: '/redoc/assets', skipped: 'redoc_page.skipped', sources })
  if (sendPage) mountPath(host.app, '/redoc', { get: sendPage })
}

import type { Request } from 'express'
import { mountPath } from '../paths.js'
import { mountPage } from './page.js'
import type { PageHost } from './page.js'

const inlineStyles = { styleSrc: ["'self'", "'unsafe-inline'"] }
const inlineImages = { imgSrc: ["'self'", 'data:'] }

/** GraphiQL at `GET /graphql` for browsers. The editor sets styles and fonts by itself; its workers are the server's own. */
export function mountPlayground(host: PageHost): void {
  const sources = { ...inlineStyles, ...inlineImages, workerSrc: ["'self'"], fontSrc: ["'self'", 'data:'] }
  const page = { name: 'playground', assets: '/graphql/assets', skipped: 'playground.skipped', sources }
  const sendPage = mountPage(host, page)
  if (!sendPage) return
  host.app.get('/graphql', (request, response, next) => {
    if (wantsPage(request)) return sendPage(request, response, next)
    next()
  })
}

/** A browser's address bar, as against a GET query of a client, which carries `query` or asks for JSON. */
function wantsPage(request: Request): boolean {
  return !('query' in request.query) && request.accepts(['json', 'html']) === 'html'
}

/** The administrators' page at `GET /`. It holds no data: that needs a credential, unless people need not sign in. */
export function mountDashboard(host: PageHost, access: { readonly hasSignIn: boolean }): void {
  const sendPage = mountPage(host, { name: 'dashboard', assets: '/dashboard', skipped: 'dashboard.skipped' })
  if (!sendPage) return
  host.app.get('/', sendPage)
  host.app.get('/dashboard/access', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ signsIn: access.hasSignIn })
  })
}

/**
 * `GET /openapi.json`, and Swagger UI on it at `GET /docs`. Both may stand behind a prefix that a proxy takes away. `document` is
 * asked once, by the first reader: a start does not wait for it.
 */
export function mountDocs(host: PageHost, document: () => object): void {
  let text: string | undefined
  mountPath(host.app, '/openapi.json', {
    get: (_request, response) => {
      text ??= JSON.stringify(document())
      response.set('Cache-Control', 'no-cache').type('json').send(text)
    },
  })
  const page = { name: 'swagger-ui', assets: '/docs/assets', skipped: 'docs_page.skipped', sources: inlineImages }
  const sendPage = mountPage(host, page)
  if (!sendPage) return
  mountPath(host.app, '/docs', {
    get: (request, response, next) => {
      // its links are relative, and mean something else there
      if (request.path.endsWith('/')) response.redirect(301, '../docs')
      else return sendPage(request, response, next)
    },
  })
}

/** Redoc at `GET /redoc`, on the `/openapi.json` of the same listener. */
export function mountRedoc(host: PageHost): void {
  const sources = { ...inlineStyles, ...inlineImages }
  const sendPage = mountPage(host, { name: 'redoc', assets: '/redoc/assets', skipped: 'redoc_page.skipped', sources })
  if (sendPage) mountPath(host.app, '/redoc', { get: sendPage })
}

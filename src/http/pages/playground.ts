import { existsSync } from 'node:fs'
import { join } from 'node:path'
import express from 'express'
import type { Express, Request } from 'express'
import helmet from 'helmet'

/**
 * GraphiQL at `GET /graphql` for browsers, its scripts at `/graphql/assets`. Everything comes from `folder`
 * (`npm run build` writes it), nothing from the network.
 * @returns false, with nothing mounted, when `folder` holds no playground.
 */
export function mountPlayground(app: Express, folder: string): boolean {
  const page = join(folder, 'page.html')
  if (!existsSync(page)) return false
  app.get('/graphql', (request, response, next) => {
    if (!wantsPage(request)) {
      next()
      return
    }
    pagePolicy(request, response, () => response.sendFile(page, { headers: { 'Cache-Control': 'no-cache' } }))
  })
  app.use('/graphql/assets', express.static(folder, { index: false, redirect: false, cacheControl: false }))
  return true
}

/** A browser's address bar, as against a GET query of a client, which carries `query` or asks for JSON. */
function wantsPage(request: Request): boolean {
  return !('query' in request.query) && request.accepts(['json', 'html']) === 'html'
}

// The editor sets styles and fonts by itself; scripts, workers and connections are the server's own.
const pagePolicy = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    workerSrc: ["'self'"],
    connectSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    fontSrc: ["'self'", 'data:'],
    imgSrc: ["'self'", 'data:'],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
})

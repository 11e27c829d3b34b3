import { existsSync } from 'node:fs'
import { join } from 'node:path'
import express from 'express'
import type { Express } from 'express'
import helmet from 'helmet'
import { mountPath } from './paths.js'

export interface Docs {
  /** Asked once, by the first reader: a start does not wait for it. */
  readonly document: () => object
  /** Where `npm run build` wrote the page. */
  readonly folder: string
}

/**
 * `GET /openapi.json`, and `GET /docs`: Swagger UI on it, from `folder` alone, nothing from the network. Both may stand behind
 * a prefix that a proxy takes away.
 * @returns false, without the page, when `folder` holds none.
 */
export function mountDocs(app: Express, { document, folder }: Docs): boolean {
  let text: string | undefined
  mountPath(app, '/openapi.json', {
    get: (_request, response) => {
      text ??= JSON.stringify(document())
      response.set('Cache-Control', 'no-cache').type('json').send(text)
    },
  })
  const page = join(folder, 'page.html')
  if (!existsSync(page)) return false
  mountPath(app, '/docs', {
    get: (request, response) => {
      // its links are relative, and mean something else there
      if (request.path.endsWith('/')) return response.redirect(301, '../docs')
      pagePolicy(request, response, () => response.sendFile(page, { headers: { 'Cache-Control': 'no-cache' } }))
    },
  })
  app.use('/docs/assets', express.static(folder, { index: false, redirect: false, cacheControl: false }))
  return true
}

// Scripts, styles and connections are the server's own; icons of the style sheet are written into it.
const pagePolicy = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    connectSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
})

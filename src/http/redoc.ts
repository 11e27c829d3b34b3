import { existsSync } from 'node:fs'
import { join } from 'node:path'
import express from 'express'
import type { Express } from 'express'
import helmet from 'helmet'
import { mountPath } from './paths.js'

/**
 * `GET /redoc`: Redoc on the `/openapi.json` of the same listener, from `folder` alone, nothing from the network.
 * @returns false, without the page, when `folder` holds none.
 */
export function mountRedoc(app: Express, folder: string): boolean {
  const page = join(folder, 'page.html')
  if (!existsSync(page)) return false
  mountPath(app, '/redoc', {
    get: (request, response) => {
      pagePolicy(request, response, () => response.sendFile(page, { headers: { 'Cache-Control': 'no-cache' } }))
    },
  })
  app.use('/redoc/assets', express.static(folder, { index: false, redirect: false, cacheControl: false }))
  return true
}

// Redoc writes its styles into the page as it draws; scripts and connections are the server's own.
const pagePolicy = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    connectSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
})

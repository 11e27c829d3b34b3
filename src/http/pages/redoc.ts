import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Express } from 'express'
import { mountPageFiles } from './offline-page.js'
import { mountPath } from '../paths.js'

/**
 * `GET /redoc`: Redoc on the `/openapi.json` of the same listener, from `folder` alone, nothing from the network.
 * @returns false, without the page, when `folder` holds none.
 */
export function mountRedoc(app: Express, folder: string): boolean {
  if (!existsSync(join(folder, 'page.html'))) return false
  mountPath(app, '/redoc', { get: mountPageFiles(app, { path: '/redoc', folder, hasInlineStyles: true }) })
  return true
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Express } from 'express'
import { mountPageFiles } from './offline-page.js'
import { mountPath } from '../paths.js'

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
  if (!existsSync(join(folder, 'page.html'))) return false
  const sendPage = mountPageFiles(app, { path: '/docs', folder, hasInlineStyles: false })
  mountPath(app, '/docs', {
    get: (request, response) => {
      // its links are relative, and mean something else there
      if (request.path.endsWith('/')) response.redirect(301, '../docs')
      else sendPage(request, response)
    },
  })
  return true
}

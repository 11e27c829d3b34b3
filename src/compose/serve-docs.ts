import { join } from 'node:path'
import type { Express } from 'express'
import { packageRoot, packageVersion } from '../config/package-root.js'
import { mountDocs } from '../http/docs.js'
import { openApiDocument } from '../http/openapi/document.js'
import type { Service } from '../http/openapi/service.js'
import type { Logger } from '../logger.js'

const folder = join(packageRoot, 'dist', 'docs-page')

/** Gives a listener `/openapi.json` and `/docs`. On an internal one call it behind the service token. */
export function serveDocs(app: Express, service: (version: string) => Service, log: Logger): void {
  const document = () => openApiDocument(service(packageVersion()))
  if (!mountDocs(app, { document, folder })) log.info({ folder }, 'no page of documents was built')
}

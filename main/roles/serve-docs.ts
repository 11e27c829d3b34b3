import { join } from 'node:path'
import type { Express } from 'express'
import { packageRoot, packageVersion } from '../../src/config/package-root.js'
import { mountDocs } from '../../src/http/pages/docs.js'
import { openApiDocument } from '../../src/http/openapi/document.js'
import type { Service } from '../../src/http/openapi/service.js'
import type { Logger } from '../../src/logger.js'

const folder = join(packageRoot, 'dist', 'pages', 'swagger-ui')

/** Gives a listener `/openapi.json` and `/docs`. On an internal one call it behind the service token. */
export function serveDocs(app: Express, service: (version: string) => Service, log: Logger): void {
  const document = () => openApiDocument(service(packageVersion()))
  if (!mountDocs(app, { document, folder })) log.info({ folder }, 'docs_page.skipped')
}

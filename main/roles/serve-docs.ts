import { join } from 'node:path'
import type { Express } from 'express'
import { packageRoot, packageVersion } from '../../src/config/package-root.js'
import { openApiDocument } from '../../src/http/openapi/document.js'
import type { Service } from '../../src/http/openapi/service.js'
import { mountDocs } from '../../src/http/pages/pages.js'
import type { Logger } from '../../src/logger.js'

/** The pages that the build wrote. */
export const pagesFolder = join(packageRoot, 'dist', 'pages')

/** Gives a listener `/openapi.json` and `/docs`. On an internal one call it behind the service token. */
export function serveDocs(app: Express, service: (version: string) => Service, log: Logger): void {
  mountDocs({ app, folder: pagesFolder, log }, () => openApiDocument(service(packageVersion())))
}

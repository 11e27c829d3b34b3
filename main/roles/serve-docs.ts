import type { Express } from 'express'
import type { Logger } from '@parley/runtime'
import { packageVersion, pagesFolder } from '../../src/package-root.js'
import { openApiDocument } from '../../src/http/openapi/document.js'
import type { Service } from '../../src/http/openapi/service.js'
import { mountDocs } from '../../src/http/pages/pages.js'

/** Adds `/openapi.json` and `/docs` to a listener. On an internal one, call it after the service token check. */
export function serveDocs(app: Express, service: (version: string) => Service, log: Logger): void {
  mountDocs({ app, folder: pagesFolder, log }, () => openApiDocument(service(packageVersion())))
}

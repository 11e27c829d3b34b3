import { packageVersion, pagesFolder } from '../../src/package-root.js'
import { openApiDocument } from '../../src/http/openapi/document.js'
import type { Service } from '../../src/http/openapi/service.js'
import type { PageHost } from '../../src/http/pages/page.js'
import { mountDocs } from '../../src/http/pages/pages.js'

/** Adds `/openapi.json` and `/docs` to a listener. On an internal one, call it after the service token check. */
export function serveDocs(host: Omit<PageHost, 'folder'>, service: (version: string) => Service): void {
  mountDocs({ ...host, folder: pagesFolder }, () => openApiDocument(service(packageVersion())))
}

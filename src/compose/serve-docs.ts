import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Express } from 'express'
import { z } from 'zod'
import { packageRoot } from '../config/package-root.js'
import { mountDocs } from '../http/docs.js'
import { openApiDocument } from '../http/openapi/document.js'
import type { Service } from '../http/openapi/service.js'
import type { Logger } from '../logger.js'

const folder = join(packageRoot, 'dist', 'docs-page')
const manifest = z.object({ version: z.string() })

/** Gives a listener `/openapi.json` and `/docs`. On an internal one call it behind the service token. */
export function serveDocs(app: Express, service: (version: string) => Service, log: Logger): void {
  const document = () => openApiDocument(service(readVersion()))
  if (!mountDocs(app, { document, folder })) log.info({ folder }, 'no page of documents was built')
}

function readVersion(): string {
  return manifest.parse(JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))).version
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import express from 'express'
import type { Express, RequestHandler } from 'express'
import helmet from 'helmet'
import type { Logger } from '../../logger.js'

/** Where pages are served. */
export interface PageHost {
  readonly app: Express
  /** `npm run build` writes each page and its files into a folder of this one. */
  readonly folder: string
  readonly log: Logger
}

export interface Page {
  readonly name: string
  /** The path of its files. */
  readonly assets: string
  /** The log event when it was not built. */
  readonly skipped: string
  /** What it may use beside files of this server, by directive of its policy. */
  readonly sources?: Readonly<Record<string, readonly string[]>>
}

const policy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'"],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
}

/** Serves the files of a page that loads nothing from other servers. The handler sends the page; undefined when it was not built. */
export function mountPage(host: PageHost, { name, assets, skipped, sources }: Page): RequestHandler | undefined {
  const folder = join(host.folder, name)
  const page = join(folder, 'page.html')
  if (!existsSync(page)) {
    host.log.info({ folder }, skipped)
    return undefined
  }
  host.app.use(assets, express.static(folder, { index: false, redirect: false }))
  const protect = helmet.contentSecurityPolicy({ useDefaults: false, directives: { ...policy, ...sources } })
  return (request, response) =>
    protect(request, response, () => response.sendFile(page, { headers: { 'Cache-Control': 'no-cache' } }))
}

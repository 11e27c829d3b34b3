import { existsSync } from 'node:fs'
import { join } from 'node:path'
import express from 'express'
import type { Express, RequestHandler } from 'express'
import helmet from 'helmet'
import type { Logger } from '../../logger.js'

/** The listener and the files of pages. */
export interface PageHost {
  readonly app: Express
  /** The folder into which `npm run build` writes each page with its files. */
  readonly folder: string
  readonly log: Logger
}

export interface Page {
  readonly name: string
  /** The URL path of its files. */
  readonly assets: string
  /** The log event when the page was not built. */
  readonly skipped: string
  /** Further sources that the page may load, by directive of its content security policy. */
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

/** Serves a page that loads nothing from other servers. Returns its handler; undefined when it was not built. */
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

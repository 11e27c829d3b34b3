import { existsSync } from 'node:fs'
import { join } from 'node:path'
import express from 'express'
import type { Express, RequestHandler } from 'express'
import helmet from 'helmet'
import type { Logger } from '../../logger.js'
import { compressedFiles } from './compressed-files.js'

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
  /**
   * Whether the names of its files contain hashes of their contents, so that browsers never ask for them again, and
   * their compressed forms are beside them.
   */
  readonly isHashed?: boolean
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
export function mountPage(
  host: PageHost,
  { name, assets, isHashed = false, skipped, sources }: Page,
): RequestHandler | undefined {
  const folder = join(host.folder, name)
  const page = join(folder, 'page.html')
  if (!existsSync(page)) {
    host.log.info({ folder }, skipped)
    return undefined
  }
  const files = isHashed
    ? compressedFiles(join(folder, 'files'))
    : express.static(folder, { index: false, redirect: false })
  host.app.use(assets, files)
  const protect = helmet.contentSecurityPolicy({ useDefaults: false, directives: { ...policy, ...sources } })
  return (request, response) =>
    protect(request, response, () => response.sendFile(page, { headers: { 'Cache-Control': 'no-cache' } }))
}

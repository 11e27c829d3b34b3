import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import express, { type Express, type Request, type RequestHandler } from 'express'
import helmet from 'helmet'
import type { Logger } from '@parley/runtime'
import { compressedFiles } from './compressed-files.js'
import { isBuilt, type BuiltPage } from './is-built.js'

/** The listener and the files of pages. */
export interface PageHost {
  readonly app: Express
  /** The folder into which `npm run build` writes each page with its files. */
  readonly folder: string
  readonly log: Logger
}

export interface Page extends BuiltPage {
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
export function mountPage(host: PageHost, built: Page): RequestHandler | undefined {
  const { name, assets, isHashed = false, skipped, sources } = built
  const folder = join(host.folder, name)
  if (!isBuilt(host.folder, built)) {
    host.log.info({ folder }, skipped)
    return undefined
  }
  const files = isHashed
    ? compressedFiles(join(folder, 'files'))
    : express.static(folder, { index: false, redirect: false })
  host.app.use(assets, files)
  const page = readFileSync(join(folder, 'page.html'), 'utf8')
  const headers = {
    'Cache-Control': 'no-cache',
    'Last-Modified': statSync(join(folder, 'page.html')).mtime.toUTCString(),
  }
  const protect = helmet.contentSecurityPolicy({ useDefaults: false, directives: { ...policy, ...sources } })
  return (request, response) =>
    protect(request, response, () =>
      response
        .set(headers)
        .type('html')
        .send(page.replaceAll('{root}', rootOf(request))),
    )
}

/** The way from the address of a page to `/`. Paths of a page are relative: a proxy can put a path before all of them. */
function rootOf({ path }: Request): string {
  return '../'.repeat(path.split('/').length - 2) || './'
}

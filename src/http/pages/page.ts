import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import express, { type Express, type Request, type RequestHandler } from 'express'
import helmet from 'helmet'
import { type Logger, successWithin } from '@parley/runtime'
import { escaped } from '../../html-text.js'
import { compressedFiles } from './compressed-files.js'
import { isBuilt, type BuiltPage } from './is-built.js'

/** The listener and the files of pages. */
export interface PageHost {
  readonly app: Express
  /** The folder into which `npm run build` writes each page with its files. */
  readonly folder: string
  readonly log: Logger
  /** Other pages of the same listener: the bar of a page shows a link to each. */
  readonly links?: readonly PageLink[]
  /** What every caller may know of the installation: its pages have it before they request anything. */
  readonly installation?: () => Promise<PageSettings>
}

interface PageSettings {
  readonly name: string
  readonly logoUrl?: string | null
  /** The side of a square logo in pixels. */
  readonly logoSide?: number | null
  /** Of the console: where the chat page is; '' at the root of the same listener, null where none is known. */
  readonly chatUrl?: string | null
}

interface PageLink {
  /** From the root of the listener, without a slash before it. */
  readonly path: string
  readonly label: string
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
export function mountPage(
  host: PageHost,
  built: Page,
  lastKnown = knownInstallation(host),
): RequestHandler | undefined {
  const { name, assets, isHashed = false, skipped, sources } = built
  const { links = [] } = host
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
  const hasSettings = page.includes('{installation}')
  const modified = statSync(join(folder, 'page.html')).mtime.toUTCString()
  const protect = helmet.contentSecurityPolicy({ useDefaults: false, directives: { ...policy, ...sources } })
  return async (request, response) => {
    const known = hasSettings ? await lastKnown() : undefined
    const root = rootOf(request)
    const values: Readonly<Record<string, string>> = {
      root,
      links: links.map(({ path, label }) => `<a href="${root}${path}">${label}</a>`).join(''),
      name: escaped(known?.name ?? 'Parley'),
      installation: known ? escaped(JSON.stringify(known)) : '',
    }
    const text = page.replaceAll(/\{(root|links|name|installation)\}/g, (_, name: string) => values[name] ?? '')
    // a page with the settings of the installation changes with them
    const version = hasSettings ? { ETag: tagOf(text) } : { 'Last-Modified': modified }
    protect(request, response, () =>
      response
        .set({ 'Cache-Control': 'no-cache', ...version })
        .type('html')
        .send(text),
    )
  }
}

const settingsWaitMs = 1_000

export type KnownInstallation = ReturnType<typeof knownInstallation>

/** Reads what every caller may know, as it was last while the database does not answer: pages are served then too. */
export function knownInstallation({ installation }: Pick<PageHost, 'installation'>) {
  let known: PageSettings | undefined
  return async () => {
    if (installation) known = (await successWithin(settingsWaitMs, installation())) ?? known
    return known
  }
}

export const tagOf = (text: string) => `"${createHash('sha256').update(text).digest('base64url')}"`

/** The way from the address of a page to `/`. Paths of a page are relative: a proxy can put a path before all of them. */
export function rootOf({ path }: Pick<Request, 'path'>): string {
  return '../'.repeat(Math.max(0, path.split('/').length - 2)) || './'
}

import { join } from 'node:path'
import express from 'express'
import type { Express, Request, Response } from 'express'
import helmet from 'helmet'

export interface OfflinePage {
  /** Where the page is served; its files stand below it, at `/assets`. */
  readonly path: string
  /** Where `npm run build` wrote the page and its files. */
  readonly folder: string
  /** Whether the page writes styles into itself as it draws. */
  readonly hasInlineStyles: boolean
}

/** Serves the files of a page that loads nothing from other servers. The returned handler sends the page itself. */
export function mountPageFiles(
  app: Express,
  { path, folder, hasInlineStyles }: OfflinePage,
): (request: Request, response: Response) => void {
  app.use(`${path}/assets`, express.static(folder, { index: false, redirect: false, cacheControl: false }))
  const policy = policyOf(hasInlineStyles)
  const page = join(folder, 'page.html')
  return (request, response) =>
    policy(request, response, () => response.sendFile(page, { headers: { 'Cache-Control': 'no-cache' } }))
}

/** Scripts and connections are the server's own; icons of a style sheet are written into it. */
function policyOf(hasInlineStyles: boolean) {
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      connectSrc: ["'self'"],
      styleSrc: ["'self'", ...(hasInlineStyles ? ["'unsafe-inline'"] : [])],
      imgSrc: ["'self'", 'data:'],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  })
}

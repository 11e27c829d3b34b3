import { existsSync } from 'node:fs'
import { join } from 'node:path'
import express from 'express'
import type { Express } from 'express'
import helmet from 'helmet'

/** What the page has to know before it asks for data. */
export interface DashboardAccess {
  /** Whether people sign in, or need no credential. */
  readonly signsIn: boolean
}

/**
 * The administrators' page at `GET /`, its script and style at `/dashboard`. Everything comes from `folder`
 * (`npm run build` writes it) and holds no data: that needs a credential of its own.
 * @returns false, with nothing mounted, when `folder` holds no page.
 */
export function mountDashboard(app: Express, folder: string, access: DashboardAccess): boolean {
  const page = join(folder, 'page.html')
  if (!existsSync(page)) return false
  app.get('/', pagePolicy, (_request, response) => {
    response.sendFile(page, { headers: { 'Cache-Control': 'no-cache' } })
  })
  app.get('/dashboard/access', (_request, response) => {
    response.set('Cache-Control', 'no-store').json(access)
  })
  app.use('/dashboard', express.static(folder, { index: false, redirect: false }))
  return true
}

const pagePolicy = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
})

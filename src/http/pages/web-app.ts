import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mountPath } from '@parley/edge'
import { tagOf, type KnownInstallation, type PageHost } from './page.js'

/** Browsers install no app with a smaller icon, in pixels. */
const leastIconSide = 144

/**
 * `GET /manifest.webmanifest`, by which browsers install the chat page as an app with the name of the installation and its
 * logo where that can be an icon, and `GET /favicon.ico` for programs that read no HTML. Both are files of the build of the page.
 */
export function mountWebApp({ app, folder: pages }: PageHost, known: KnownInstallation): void {
  const folder = join(pages, 'chat')
  const built = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Readonly<Record<string, unknown>>
  const icon = readFileSync(join(folder, 'favicon.ico'))
  mountPath(app, '/manifest.webmanifest', {
    get: async (_request, response) => {
      const { name = 'Parley', logoUrl, logoSide: side } = (await known()) ?? {}
      const icons = logoUrl && side && side >= leastIconSide ? [iconOf(logoUrl, side)] : built['icons']
      const text = JSON.stringify({ ...built, name, short_name: name, icons })
      response
        .set({ 'Cache-Control': 'no-cache', ETag: tagOf(text) })
        .type('application/manifest+json')
        .send(text)
    },
  })
  mountPath(app, '/favicon.ico', {
    get: (_request, response) => {
      response.set('Cache-Control', 'public, max-age=86400').type('image/x-icon').send(icon)
    },
  })
}

const iconOf = (logoUrl: string, side: number) => ({
  src: `./installation-logo${new URL(logoUrl).search}`,
  sizes: `${String(side)}x${String(side)}`,
  type: 'image/png',
})

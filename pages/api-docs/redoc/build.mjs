import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The one thing that the published bundle loads from its maker. */
const remoteLogo = 'https://cdn.redoc.ly/redoc/logo-mini.svg'

/** Puts Redoc's own bundle beside a page of ours, so that the page needs no network. */
export const buildRedocPage = (root, folder) => {
  mkdirSync(folder, { recursive: true })
  const bundles = join(root, 'node_modules', 'redoc', 'bundles')
  const bundle = readFileSync(join(bundles, 'redoc.standalone.js'), 'utf8')
  if (!bundle.includes(remoteLogo)) throw new Error('redoc.standalone.js has another logo: look what it loads')
  writeFileSync(join(folder, 'redoc.js'), bundle.replaceAll(remoteLogo, 'data:,'))
  cpSync(join(bundles, 'redoc.standalone.js.LICENSE.txt'), join(folder, 'redoc.standalone.js.LICENSE.txt'))
  for (const name of ['page.html', 'page.css', 'page.js'])
    cpSync(join(root, 'pages/api-docs/redoc', name), join(folder, name))
}

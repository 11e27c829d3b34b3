import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addIcon, bundle } from '../../bundle.mjs'

/** The one thing that the published bundle loads from its maker. */
const remoteLogo = 'https://cdn.redoc.ly/redoc/logo-mini.svg'

/** Puts Redoc's own bundle beside a page of ours, so that the page needs no network. */
export const buildRedocPage = async (root, folder) => {
  mkdirSync(folder, { recursive: true })
  const bundles = join(root, 'node_modules', 'redoc', 'bundles')
  const script = readFileSync(join(bundles, 'redoc.standalone.js'), 'utf8')
  if (!script.includes(remoteLogo)) throw new Error('redoc.standalone.js has another logo: look what it loads')
  writeFileSync(join(folder, 'redoc.js'), script.replaceAll(remoteLogo, 'data:,'))
  cpSync(join(bundles, 'redoc.standalone.js.LICENSE.txt'), join(folder, 'redoc.standalone.js.LICENSE.txt'))
  await bundle(root, 'pages/api-docs/redoc/page.mjs', folder)
  addIcon(root, folder)
  cpSync(join(root, 'pages/api-docs/redoc/page.html'), join(folder, 'page.html'))
}

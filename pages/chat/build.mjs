import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addPictures, bundleFormulaStyles, bundlePage, bundleStyles, bundleWorker } from '../bundle.mjs'

/** Bundles the chat page, the worker that colours its code, the styles of its formulas, and what installs it as an app. */
export const buildChat = async (root, folder) => {
  const source = join(root, 'pages/chat')
  const worker = await bundleWorker(root, join(source, 'markdown/colour-worker.ts'), folder)
  const styles = await bundleFormulaStyles(folder)
  const appleIcon = await addWebApp(root, join(source, 'web-app'), folder)
  const starters = Object.fromEntries(
    ['captain-mara', 'professor-linden', 'iris'].map((name) => [name, `pages/chat/characters/pictures/${name}.svg`]),
  )
  const define = {
    COLOUR_WORKER: JSON.stringify(`./${worker}`),
    FORMULA_STYLES: JSON.stringify(`./${styles}`),
    LATE_STYLES: JSON.stringify(`./${await bundleStyles(root, 'pages/chat/styles/late.css', folder)}`),
    // a text: for an object, the bundler adds a call to each module
    STARTER_PICTURES: JSON.stringify(Object.values(await addPictures(root, folder, starters)).join(' ')),
  }
  await bundlePage(root, source, folder, 'chat', { define, others: { appleIcon } })
}

/** Puts the manifest and the icons of the app beside the page. Returns the name of the icon that its HTML names. */
const addWebApp = async (root, source, folder) => {
  const names = ['icon-192', 'icon-512', 'maskable-512', 'apple-touch-icon']
  const pictures = Object.fromEntries(names.map((name) => [name, `pages/chat/web-app/${name}.png`]))
  const files = await addPictures(root, folder, pictures)
  const manifest = readFileSync(join(source, 'manifest.json'), 'utf8')
  writeFileSync(
    join(folder, 'manifest.json'),
    manifest.replaceAll(/\{([\w-]+)\}/g, (_, name) => `./chat/${files[name]}`),
  )
  cpSync(join(source, 'favicon.ico'), join(folder, 'favicon.ico'))
  return files['apple-touch-icon']
}

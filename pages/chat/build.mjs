import { join } from 'node:path'
import { bundleFormulaStyles, bundlePage, bundleWorker } from '../bundle.mjs'

/** Bundles the chat page, the worker that colours its code, and the styles of its formulas. */
export const buildChat = async (root, folder) => {
  const source = join(root, 'pages/chat')
  const worker = await bundleWorker(root, join(source, 'markdown/colour-worker.ts'), folder)
  const styles = await bundleFormulaStyles(folder)
  const define = { COLOUR_WORKER: JSON.stringify(`./${worker}`), FORMULA_STYLES: JSON.stringify(`./${styles}`) }
  await bundlePage(root, source, folder, 'chat', define)
}

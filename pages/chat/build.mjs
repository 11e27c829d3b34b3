import { join } from 'node:path'
import { bundlePage, bundleWorker } from '../bundle.mjs'

/** Bundles the chat page, and the worker that colours its code. */
export const buildChat = async (root, folder) => {
  const source = join(root, 'pages/chat')
  const worker = await bundleWorker(root, join(source, 'markdown/colour-worker.ts'), folder)
  await bundlePage(root, source, folder, 'chat', { COLOUR_WORKER: JSON.stringify(`./${worker}`) })
}

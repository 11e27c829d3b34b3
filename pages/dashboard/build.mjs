import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { bundlePage } from '../bundle.mjs'

/** Bundles the console, and puts the manifest of its operations where the server finds it; it is not served. */
export const buildDashboard = async (root, folder) => {
  const source = join(root, 'pages/dashboard')
  await bundlePage(root, source, folder, '/dashboard')
  cpSync(join(source, 'trusted-documents.json'), join(folder, 'trusted-documents.json'))
}

import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from '../bundle.mjs'

/** Bundles the script of the administrators' page, and lays its other files beside it. */
export const buildDashboard = async (root, folder) => {
  const source = join(root, 'pages/dashboard')
  await bundle(root, join(source, 'page.ts'), folder)
  for (const name of ['page.html', 'page.css', 'icon.svg']) cpSync(join(source, name), join(folder, name))
}

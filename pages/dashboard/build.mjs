import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

/** Bundles the script of the administrators' page, and lays its other files beside it. */
export const buildDashboard = async (root, folder) => {
  const source = join(root, 'pages/dashboard')
  await build({
    absWorkingDir: root,
    entryPoints: { page: join(source, 'page.ts') },
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  })
  for (const name of ['page.html', 'page.css', 'icon.svg']) cpSync(join(source, name), join(folder, name))
}

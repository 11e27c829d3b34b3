import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from './sources.mjs'

/** Bundles Swagger UI, so that the page of a service needs no network. */
export const buildDocsPage = async (folder) => {
  await build({
    absWorkingDir: root,
    entryPoints: { page: 'tools/docs-page/page.mjs' },
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'linked',
    logLevel: 'warning',
  })
  cpSync(join(root, 'tools', 'docs-page', 'page.html'), join(folder, 'page.html'))
  const published = join(root, 'node_modules', 'swagger-ui-dist')
  for (const name of ['LICENSE', 'NOTICE']) cpSync(join(published, name), join(folder, name))
}

import { build } from 'esbuild'

/** Bundles the script of a page into `folder`, with the licences of what it contains beside it. */
export const bundle = (root, entry, folder) =>
  build({
    absWorkingDir: root,
    entryPoints: { page: entry },
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'linked',
    logLevel: 'warning',
  })

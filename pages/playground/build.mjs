import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

/** Bundles GraphiQL with its editor's workers, so that the playground needs no network. */
export const buildPlayground = async (root, folder) => {
  await build({
    absWorkingDir: root,
    entryPoints: {
      page: 'pages/playground/page.mjs',
      'editor-worker': 'monaco-editor/esm/vs/editor/editor.worker.js',
      'json-worker': 'monaco-editor/esm/vs/language/json/json.worker.js',
      'graphql-worker': 'monaco-graphql/esm/graphql.worker.js',
    },
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'esm',
    splitting: true,
    chunkNames: 'chunk-[hash]',
    assetNames: '[name]-[hash]',
    target: 'es2022',
    loader: { '.ttf': 'file' },
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'linked',
    logLevel: 'warning',
  })
  cpSync(join(root, 'pages/playground/page.html'), join(folder, 'page.html'))
}

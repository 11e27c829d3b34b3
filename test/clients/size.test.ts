import { gzipSync } from 'node:zlib'
import { expect, it } from '@jest/globals'
import { build } from 'esbuild'

const maxBytes = 11 * 1_024

it('what a page loads of the package has at most 11 KiB without graphql-ws, minified and compressed', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: ['packages/client/src/index.ts'],
    ...{ bundle: true, minify: true, splitting: true, write: false, format: 'esm', external: ['graphql-ws'] },
    ...{ metafile: true, outdir: 'dist' },
  })
  const outputs = Object.values(metafile.outputs)
  const index = outputs.findIndex(({ entryPoint }) => entryPoint?.endsWith('index.ts'))
  // the rest are the texts of the operations, for a server that does not know a hash
  const loaded = outputs[index]?.imports.filter(({ kind }) => kind !== 'dynamic-import').map(({ path }) => path)
  expect([outputs.length, loaded]).toEqual([2, ['graphql-ws']])
  expect(gzipSync(outputFiles[index]?.contents ?? '', { level: 9 }).length).toBeLessThanOrEqual(maxBytes)
})

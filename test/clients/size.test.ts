import { gzipSync } from 'node:zlib'
import { expect, it } from '@jest/globals'
import { build } from 'esbuild'

const maxBytes = 11 * 1024

it('the package has at most 11 KiB without graphql-ws, minified and compressed', async () => {
  const { outputFiles } = await build({
    entryPoints: ['clients/typescript/src/index.ts'],
    ...{ bundle: true, minify: true, write: false, format: 'esm', external: ['graphql-ws'] },
  })
  expect(gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length).toBeLessThanOrEqual(maxBytes)
})

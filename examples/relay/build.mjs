// Bundles the page. The plugin replaces each `graphql` text by the artifact that relay-compiler has written for it.
import { transformFileAsync } from '@babel/core'
import { build } from 'esbuild'

const relay = {
  name: 'relay',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/src\/\w+\.tsx$/ }, async ({ path }) => {
      const options = { plugins: ['relay'], parserOpts: { plugins: ['typescript', 'jsx'] }, configFile: false }
      return { contents: (await transformFileAsync(path, options)).code, loader: 'tsx' }
    }),
}
await build({ entryPoints: ['src/page.tsx'], bundle: true, minify: true, outfile: 'dist/page.js', plugins: [relay] })

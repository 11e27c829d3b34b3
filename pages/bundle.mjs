import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** Bundles the script of a page into `folder`, with the licences of what it contains beside it. */
export const bundle = (root, entry, folder, options = {}) =>
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
    ...options,
  })

/** Puts the icon of Parley beside a page whose files keep their names. */
export const addIcon = (root, folder) => cpSync(join(root, 'pages/ui/theme/icon.svg'), join(folder, 'icon.svg'))

/**
 * Bundles a worker beside the files of a page. Returns the name of its file, which holds all of it: what a worker loads
 * later is judged by the policy of that file, which allows nothing.
 */
export const bundleWorker = async (root, entry, folder) => {
  const { metafile } = await bundle(root, entry, join(folder, 'files'), {
    entryPoints: [entry],
    entryNames: '[name]-[hash]',
    format: 'iife',
    metafile: true,
  })
  return basename(Object.keys(metafile.outputs).find((path) => path.endsWith('.js')))
}

/**
 * Bundles the styles of formulas beside the files of a page, with their fonts in the form that every browser of the page
 * reads. Returns the name of the file.
 */
export const bundleFormulaStyles = async (folder) => {
  const source = fileURLToPath(import.meta.resolve('katex/dist/katex.min.css'))
  const contents = readFileSync(source, 'utf8').replaceAll(/,url\([^)]*\) format\("(?:woff|truetype)"\)/g, '')
  const { metafile } = await bundle(dirname(source), undefined, join(folder, 'files'), {
    entryPoints: undefined,
    stdin: { contents, loader: 'css', resolveDir: dirname(source), sourcefile: 'formulas.css' },
    entryNames: 'formulas-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file' },
    metafile: true,
  })
  return basename(Object.keys(metafile.outputs).find((path) => path.endsWith('.css')))
}

/** Bundles a style sheet that a page loads later beside its files. Returns the name of the file. */
export const bundleStyles = async (root, source, folder) => {
  const { metafile } = await bundle(root, undefined, join(folder, 'files'), {
    entryPoints: [source],
    entryNames: '[name]-[hash]',
    metafile: true,
  })
  return basename(Object.keys(metafile.outputs).find((path) => path.endsWith('.css')))
}

/** Puts pictures beside the files of a page. Returns the names of their files, by the names of the pictures. */
export const addPictures = async (root, folder, pictures) => {
  const { metafile } = await bundle(root, undefined, join(folder, 'files'), {
    entryPoints: pictures,
    entryNames: '[name]-[hash]',
    loader: { '.png': 'copy', '.svg': 'copy' },
    metafile: true,
  })
  const outputs = Object.entries(metafile.outputs)
  const fileOf = (source) => outputs.find(([, { inputs }]) => Object.keys(inputs).includes(source))
  return Object.fromEntries(Object.entries(pictures).map(([name, source]) => [name, basename(fileOf(source)[0])]))
}

/**
 * The part of the Markdown parser that divides a text. The other part writes HTML, which no page uses, and its module has
 * statements for it that the bundler does not leave out.
 */
const lexerOfMarked = {
  name: 'lexer of marked',
  setup: ({ onLoad }) => {
    onLoad({ filter: /marked\.esm\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const pattern = /var \w+=new \w+;function \w+\([^{]*\{return \w+\.parse\(.*export\{(.*)\};/s
      const [rest, names] = pattern.exec(source) ?? []
      const used = names?.split(',').filter((name) => / as (?:Lexer|Tokenizer)$/.test(name))
      if (used?.length !== 2) throw new Error('The module of marked has another form: see pages/bundle.mjs.')
      return { contents: source.replace(rest, () => `export{${used.join()}};`) }
    })
  },
}

/**
 * Reads the names of React once: it is CommonJS, and the bundler would wrap it anew for each module and look up each name at
 * each use.
 */
const namesOfReact = {
  name: 'names of React',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^react(?:-dom)?$/ }, ({ path, kind, namespace }) =>
      kind === 'import-statement' && namespace === 'file' ? { path, namespace: 'names' } : undefined,
    )
    onLoad({ filter: /./, namespace: 'names' }, async ({ path }) => {
      const { default: all } = await import(path)
      const names = Object.keys(all).map((name) => `export const ${name} = /* @__PURE__ */ read('${name}')`)
      return {
        // calls that the bundler leaves out where a name is not used
        contents: [`import all from '${path}'`, 'const read = (name) => all[name]', ...names].join(';'),
        resolveDir: import.meta.dirname,
      }
    })
  },
}

/**
 * Makes one file of what a page loads first. The bundler puts modules that are reached from the same imports into one file:
 * from here, whatever is imported late reaches all of the page. In several files the same is some 2 kB more, compressed.
 */
const oneFirstFile = (main) => ({
  name: 'one first file',
  setup: ({ onResolve, onLoad, resolve }) => {
    onResolve({ filter: /./ }, async ({ path, kind, importer, resolveDir }) => {
      if (kind !== 'dynamic-import') return
      const late = await resolve(path, { kind: 'import-statement', importer, resolveDir })
      return { ...late, namespace: 'late' }
    })
    onLoad({ filter: /./, namespace: 'late' }, ({ path }) => ({
      contents: `import ${JSON.stringify(main)}; export * from ${JSON.stringify(path)}`,
      resolveDir: dirname(path),
    }))
  },
})

/**
 * Bundles a page of React, `main.tsx` and `page.css` of `source`, whose files have names of their contents, so that browsers
 * keep them. `page.html` names its script, its styles and its icon, which are served in the folder `address` of the root: the server writes the
 * way there for `{root}`. Each file has its compressed forms beside it, which the server sends. `define` replaces names
 * in its script, `others` are names of further files that `page.html` has.
 */
export const bundlePage = async (root, source, folder, address, { define = {}, others = {} } = {}) => {
  const files = join(folder, 'files')
  const [main, sheet] = ['main.tsx', 'page.css'].map((name) => join(source, name))
  const { metafile } = await bundle(root, main, files, {
    entryPoints: { page: main, styles: sheet, icon: join(root, 'pages/ui/theme/icon.svg') },
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.svg': 'copy' },
    splitting: true,
    jsx: 'automatic',
    // without the code of React that looks for its developer tools
    define: { 'process.env.NODE_ENV': '"production"', __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined', ...define },
    tsconfig: join(root, 'pages/tsconfig.json'),
    plugins: [namesOfReact, lexerOfMarked, oneFirstFile(main)],
    metafile: true,
  })
  const outputs = Object.entries(metafile.outputs)
  const [script] = outputs.find(([, { inputs }]) => inputs[relative(root, main)]?.bytesInOutput > 0)
  const [styles] = outputs.find(([, { entryPoint }]) => entryPoint === relative(root, sheet))
  const [icon] = outputs.find(([path]) => /\/icon-\w+\.svg$/.test(path))
  const served = { script, styles, icon, ...others }
  const html = readFileSync(join(source, 'page.html'), 'utf8').replaceAll(/\{(\w+)\}/g, (text, name) =>
    served[name] === undefined ? text : `{root}${address}/${basename(served[name])}`,
  )
  writeFileSync(join(folder, 'page.html'), html)
  for (const path of readdirSync(files).map((name) => join(files, name))) {
    // these are compressed in themselves
    if (/\.(woff2|png)$/.test(path)) continue
    const content = readFileSync(path)
    writeFileSync(`${path}.br`, brotliCompressSync(content))
    writeFileSync(`${path}.gz`, gzipSync(content))
  }
}

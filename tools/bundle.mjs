import { existsSync, realpathSync } from 'node:fs'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { build } from 'esbuild'
import { root } from './sources.mjs'

/** Programs that node runs: the server, and the commands of tools/run-built.mjs. */
const commands = ['admin', 'backup', 'doctor', 'migrate-store/main', 'seed', 'upgrade-check', 'use-gpu']
const programs = ['main/main', ...commands.map((name) => `tools/${name}`)]
/** A program that the server starts: it looks for it in the folders above its own file. */
const readingProgram = 'packages/documents/src/process/reading-program'

/** Packages that stay modules of their own. */
const kept = [
  // it accepts objects of one copy only
  ...['graphql', 'graphql/*'],
  // native code, and threads that run files of the package
  ...['libsql', 'sharp', '@node-rs/argon2', '@node-llama-cpp/*', '@reflink/*', 'pino'],
  // bundled, it hashes in JavaScript in place of node:crypto
  '@apollo/utils.createhash',
  // only with settings of an operator
  ...['bullmq', 'ioredis', 'mongodb', 'undici'],
  // not installed: a library imports it if it is there
  'class-validator',
]

const linked = join(root, 'node_modules', 'node-llama-cpp')
// the bundler names files by their real paths: node_modules may be a link
const engine = existsSync(linked) ? realpathSync(linked) : linked

/** Maps a whole file to its first line: Node.js keeps the source maps of the files that it runs in memory. */
const briefMap = (path) =>
  Buffer.from(JSON.stringify({ version: 3, sources: [basename(path)], mappings: 'AAAA' })).toString('base64')

// esbuild leaves some calls of CommonJS modules as they are
const banner = "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url)"

/** Shortens the source maps of libraries, and keeps the places of the files of the engine. */
const libraries = {
  name: 'libraries',
  setup({ onLoad }) {
    onLoad({ filter: /node_modules.*\.[cm]?js$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8')
      // the engine finds its binaries and its trial program from the places of its own files
      if (path.startsWith(`${engine}${sep}`)) {
        const file = relative(join(engine, 'dist'), path)
        contents = contents.replaceAll(
          'import.meta.url',
          `new URL('${file}', import.meta.resolve('node-llama-cpp')).href`,
        )
      }
      const code = contents.replace(/^\/\/# sourceMappingURL=.*$/gm, '')
      return { contents: `${code}\n//# sourceMappingURL=data:application/json;base64,${briefMap(path)}` }
    })
  },
}

/**
 * Bundles the programs among the compiled `modules` into `dist/programs`, with an entry of each in `dist`: a start loads some twenty files in place of three
 * thousand. What a program imports late is loaded late.
 */
export async function bundlePrograms(modules, dist) {
  const bundled = join(dist, 'programs')
  const { metafile } = await build({
    metafile: true,
    entryPoints: {
      ...Object.fromEntries(programs.map((name) => [name, join(modules, `${name}.js`)])),
      'reading-program': join(modules, `${readingProgram}.js`),
    },
    outdir: bundled,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: [...kept, ...(existsSync(engine) ? [] : ['node-llama-cpp'])],
    banner: { js: banner },
    plugins: [libraries],
    // types of the schema and migrations are named after their classes
    keepNames: true,
    // V8 keeps the text of every file; the licences are in the packages
    minifyWhitespace: true,
    legalComments: 'none',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  })
  refuseLateCommonJs(metafile)
  await nameNoArrowFunctions(join(bundled, 'chunks'))
  for (const name of programs) await writeEntry(join(dist, `${name}.js`), join(bundled, `${name}.js`))
}

/** A package that is CommonJS has only a default export once it is bundled and imported late. */
function refuseLateCommonJs({ inputs }) {
  const ours = Object.entries(inputs).filter(([path]) => !path.includes('node_modules/'))
  for (const [path, { imports }] of ours)
    for (const { kind, path: imported, original } of imports)
      if (kind === 'dynamic-import' && inputs[imported]?.format === 'cjs')
        throw new Error(`${path} imports ${original} late, which is CommonJS: keep it as a module of its own`)
}

/** A Node.js that is too old, from 14.8 on, reads none of a program before the check: it could not load the modules and names that it imports. */
async function writeEntry(entry, program) {
  const pathTo = (file) => relative(dirname(entry), file)
  await mkdir(dirname(entry), { recursive: true })
  await writeFile(
    entry,
    `import '${pathTo(join(root, 'tools', 'require-node.cjs'))}'\nawait import('${pathTo(program)}')\n`,
  )
}

// esbuild's, for `keepNames`: it sets the name of an inner function at each evaluation, in every request
const setName = 'var __name=(target,value)=>__defProp(target,"name",{value,configurable:true});'
// only where it differs: the prototype of an inner function is made when it is read. Of the same length, for the source map
const setNameOfClass = 'var __name=(f,v)=>f.name!==v&&f.prototype?__defProp(f,"name",{value:v}):f;'.padEnd(
  setName.length,
)

async function nameNoArrowFunctions(chunks) {
  for (const name of await readdir(chunks)) {
    const path = join(chunks, name)
    const code = await readFile(path, 'utf8')
    if (code.includes(setName)) return writeFile(path, code.replace(setName, setNameOfClass))
  }
  throw new Error('esbuild sets names in another way: change setName in tools/bundle.mjs')
}

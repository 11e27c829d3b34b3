import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './sources.mjs'
import { swcOptions } from './swc-options.mjs'

const isOurs = (url) => url?.startsWith('file:') && !url.includes('/node_modules/')
const cache = join(root, 'node_modules', '.cache', 'run-ts')
mkdirSync(cache, { recursive: true })

/** A `.js` specifier between our sources means the `.ts` file beside it. */
export async function resolve(specifier, context, nextResolve) {
  if (isOurs(context.parentURL) && /^\.{1,2}\/.*\.js$/.test(specifier)) {
    const source = await nextResolve(specifier.replace(/\.js$/, '.ts'), context).catch(() => undefined)
    if (source) return source
  }
  return nextResolve(specifier, context)
}

export async function load(url, context, nextLoad) {
  if (!isOurs(url) || !new URL(url).pathname.endsWith('.ts')) return nextLoad(url, context)
  return { format: 'module', source: await javaScriptOf(fileURLToPath(url)), shortCircuit: true }
}

/** Kept by what it was made from, so that the hundredth process of a test run compiles nothing. */
async function javaScriptOf(path) {
  const source = await readFile(path, 'utf8')
  const key = createHash('sha256')
    .update(JSON.stringify([swcOptions, path, source]))
    .digest('hex')
  const kept = join(cache, `${key}.mjs`)
  const known = await readFile(kept, 'utf8').catch(() => undefined)
  if (known !== undefined) return known
  const { transform } = await import('@swc/core')
  const { code } = await transform(source, { ...swcOptions, filename: path, sourceMaps: 'inline' })
  const draft = `${kept}.${randomUUID()}`
  await writeFile(draft, code)
  await rename(draft, kept)
  return code
}

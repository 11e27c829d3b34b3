import { transformFile } from '@swc/core'
import { fileURLToPath } from 'node:url'
import { swcOptions } from './swc-options.mjs'

const isOurs = (url) => url?.startsWith('file:') && !url.includes('/node_modules/')

/** A `.js` specifier between our sources means the `.ts` file beside it. */
export async function resolve(specifier, context, nextResolve) {
  if (isOurs(context.parentURL) && /^\.{1,2}\/.*\.js$/.test(specifier)) {
    const source = await nextResolve(specifier.replace(/\.js$/, '.ts'), context).catch(() => undefined)
    if (source) return source
  }
  return nextResolve(specifier, context)
}

export async function load(url, context, nextLoad) {
  if (!isOurs(url) || !url.endsWith('.ts')) return nextLoad(url, context)
  const { code } = await transformFile(fileURLToPath(url), { ...swcOptions, sourceMaps: 'inline' })
  return { format: 'module', source: code, shortCircuit: true }
}

import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { orUndefined } from '@parley/runtime'

const name = 'demo.gguf'
const remedy = 'install Parley again, or name a model of your own'

/** The file of the bundled model, which replies when `LOCAL_MODEL` is unset. */
export const bundledModelPath = (folder: string) => join(folder, name)

/**
 * The fault of the bundled model, as a sentence; undefined when the file matches `SHA256SUMS`. The whole file is
 * hashed, in a few milliseconds: a truncated file would load and produce noise, or crash the process.
 */
export function bundledModelFault(folder: string): string | undefined {
  const path = bundledModelPath(folder)
  const model = orUndefined(() => readFileSync(path))
  if (!model) return `unset, and the bundled model ${path} cannot be read: ${remedy}`
  const digest = hash('sha256', model)
  const sums = orUndefined(() => readFileSync(join(folder, 'SHA256SUMS'), 'utf8'))?.split(/\r?\n/) ?? []
  if (sums.includes(`${digest}  ${name}`)) return undefined
  return `unset, and the bundled model ${path} is damaged or not of this release: ${remedy}`
}

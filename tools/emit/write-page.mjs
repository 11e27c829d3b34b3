import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'oxfmt'
import { root } from '../sources.mjs'

const { printWidth } = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8'))

/** Writes a page of Markdown as `npm run format` would leave it. */
export async function writePage(path, text) {
  const { code, errors } = await format(path, text, { printWidth })
  if (errors.length > 0) throw new Error(`${path} cannot be formatted: ${errors[0].message}`)
  writeFileSync(path, code)
}

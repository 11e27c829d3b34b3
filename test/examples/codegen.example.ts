import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { InstalledExamples } from '../support/examples/installed.js'

const { generates } = parse(readFileSync('codegen.yml', 'utf8')) as {
  readonly generates: Readonly<Record<string, { readonly schema: string; readonly documents: string }>>
}
const folder = mkdtempSync(join(tmpdir(), 'parley-codegen-'))

let examples: InstalledExamples
beforeAll(async () => {
  examples = await InstalledExamples.install('graphql-request')
}, 600_000)
afterAll(() => {
  examples.remove()
  rmSync(folder, { recursive: true })
})

it('the stock command writes the files of codegen.yml with the bytes of `npm run operations`', async () => {
  const modules = join(examples.folderOf('graphql-request'), 'node_modules')
  // of its own: the command and its plugins must have one copy of graphql
  symlinkSync(modules, join(folder, 'node_modules'))
  const inputs = Object.values(generates).flatMap(({ schema, documents }) => [schema, dirname(documents)])
  for (const path of ['codegen.yml', ...inputs])
    cpSync(path, join(folder, path), { recursive: true, filter: (name) => !name.endsWith('.generated.ts') })
  await promisify(execFile)(join(modules, '.bin/graphql-codegen'), [], { cwd: folder })
  for (const path of Object.keys(generates))
    expect({ path, text: readFileSync(join(folder, path), 'utf8') }).toEqual({ path, text: readFileSync(path, 'utf8') })
}, 120_000)

import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'

const schema = 'schema/schema.graphql'
const client = 'packages/client'

describe('a renamed field of the schema breaks the build of the client package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-client-types-'))
  /** The output of a program of this repository in the copy; rejects when it fails. */
  const run = (...args: readonly string[]) => promisify(execFile)(process.execPath, args, { cwd: folder })
  const emitted = (name: string) => run('--import', resolve('tools/run-ts.mjs'), resolve(`tools/emit/${name}.ts`))
  const emit = async () => {
    await emitted('emit-operations')
    await emitted('emit-client-operations')
  }
  const compile = () => run(resolve('node_modules/typescript/bin/tsc'), '-p', client)
  const rename = (path: string) => {
    const text = readFileSync(join(folder, path), 'utf8')
    writeFileSync(join(folder, path), text.replaceAll(/\boutputData\b/g, 'replyText'))
  }
  beforeAll(() => {
    const parts = ['package.json', 'tsconfig.json', 'src', 'operations'].map((name) => `${client}/${name}`)
    // the same commands emit the operations of the facade and of the console
    const others = ['codegen.yml', 'schema/service.graphql', 'rest-facade/operations', 'pages/dashboard/operations']
    for (const path of [schema, 'tsconfig.json', ...others, ...parts])
      cpSync(path, join(folder, path), { recursive: true })
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('where its operations are emitted, and where its code is compiled', async () => {
    await emit()
    await compile()
    rename(schema)
    await expect(emit()).rejects.toThrow('Cannot query field "outputData"')
    rename('schema/service.graphql')
    for (const name of ['operations', 'service-operations']) rename(`rest-facade/operations/${name}.graphql`)
    for (const name of ['rooms', 'characters', 'replies', 'account']) rename(`${client}/operations/${name}.graphql`)
    await emit()
    await expect(compile()).rejects.toMatchObject({
      stdout: expect.stringContaining("Property 'outputData' does not exist"),
    })
  }, 120_000)
})

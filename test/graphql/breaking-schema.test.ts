import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'

describe('npm run schema:breaking', () => {
  let folder: string
  const schema = (...names: string[]) => join(folder, 'schema', ...names)
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-schema-'))
    mkdirSync(schema('released'), { recursive: true })
    for (const name of ['schema', 'service'] as const) {
      cpSync(`schema/${name}.graphql`, schema(`${name}.graphql`))
      cpSync(`schema/${name}.graphql`, schema('released', `1.9.0.${name}.graphql`))
    }
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Replaces a text of an SDL file of the working copy, or of a release. */
  function edit(path: string, from: string, to: string): void {
    const text = readFileSync(schema(path), 'utf8')
    expect(text).toContain(from)
    writeFileSync(schema(path), text.replace(from, to))
  }

  function check() {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/check-breaking-schema.mjs', folder], {
      encoding: 'utf8',
    })
    return { status, output: stdout + stderr }
  }

  const likeCount = /^ {2}likeCount: Int!$/m.exec(readFileSync('schema/schema.graphql', 'utf8'))?.[0] ?? ''

  it('passes a schema that equals the newest release', () => {
    expect(check()).toEqual({ status: 0, output: 'no client of 1.9.0 breaks\n' })
  })

  it('refuses a removed field', () => {
    edit('schema.graphql', likeCount, '')
    const { status, output } = check()
    expect(status).toBe(1)
    expect(output).toContain('breaking since 1.9.0: Character.likeCount was removed. (FIELD_REMOVED)')
  })

  it('passes an added field', () => {
    edit('schema.graphql', likeCount, `${likeCount}\n  shareCount: Int!`)
    expect(check().status).toBe(0)
  })

  it('compares with the newest release in the order of versions, not of names', () => {
    for (const name of ['schema', 'service'] as const) {
      cpSync(schema(`${name}.graphql`), schema('released', `1.10.0.${name}.graphql`))
      edit(`released/1.10.0.${name}.graphql`, likeCount, `${likeCount}\n  shareCount: Int!`)
    }
    const { status, output } = check()
    expect(status).toBe(1)
    expect(output).toContain('breaking since 1.10.0: Character.shareCount was removed.')
  })

  it('reports a change of the service schema, which has no clients outside this repository, and passes', () => {
    edit('service.graphql', likeCount, '')
    const { status, output } = check()
    expect(status).toBe(0)
    expect(output).toContain('of the service schema, which no client reaches: Character.likeCount was removed.')
  })

  it('refuses a working copy without a release', () => {
    rmSync(schema('released', '1.9.0.schema.graphql'))
    expect(check()).toMatchObject({ status: 1, output: expect.stringContaining('holds no <version>.schema.graphql') })
  })
})

it('every release has both of its schemas', () => {
  const names = readdirSync('schema/released')
  const versions = [...new Set(names.map((name) => name.replace(/\.(schema|service)\.graphql$/, '')))]
  expect(versions).toContain('0.1.0')
  expect(names.sort()).toEqual(versions.flatMap((one) => [`${one}.schema.graphql`, `${one}.service.graphql`]).sort())
})

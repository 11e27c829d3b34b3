import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { createTestApp } from '../support/app/app.js'
import { faultsIn, faultsOf } from '../support/app/config-faults.js'
import { ConfigError } from '../../src/config/config-error.js'
import { readConfig } from '../../src/config/config.js'

const digest = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex')
const sha256 = (text: string) => digest('sha256', text)

const me = 'query Me { me { id } }'
const some = 'query Some($n: Int = 5) { characters(first: $n) { nodes { id name } } }'
const schemaOf = 'query SchemaOf { __schema { queryType { name } } }'

const folder = mkdtempSync(join(tmpdir(), 'parley-trusted-'))
afterAll(() => rmSync(folder, { recursive: true }))
const fileOf = (name: string, content: unknown) => {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const codegenOf = (texts: readonly string[]) => Object.fromEntries(texts.map((text) => [sha256(text), text]))

describe('the server does not start with', () => {
  const wide = Array.from({ length: 16 }, (_, n) => `a${String(n)}: me { id }`).join(' ')

  it.each([
    [
      'a document that does not fit the schema',
      'query Bad { nothing }',
      'Bad',
      'Cannot query field "nothing" on type "Query".',
    ],
    ['a document that is none', 'query Bad {', 'Bad', 'Syntax Error: Expected Name, found <EOF>.'],
    ['one with too many aliases', `query Wide { ${wide} }`, 'Wide', 'Aliases limit of 15 exceeded, found 16.'],
    [
      'one that costs too much with every page size',
      'query Deep($n: Int) { characters(first: $n) { nodes { id } } myRooms(first: 100) { nodes { entries(first: 100) { nodes { id } } } } }',
      'Deep',
      expect.stringMatching(/^The operation costs \d+, more than 5000: ask for fewer rows or fields$/),
    ],
  ])('%s, and names its file and operation', async (_what, text, operation, fault) => {
    const file = fileOf('faulty.json', codegenOf([me, text]))
    const faults = await faultsAtStart({ TRUSTED_DOCUMENTS: file })
    expect(faults).toEqual([expect.stringContaining(`TRUSTED_DOCUMENTS: ${file}, ${operation} cannot be run: `)])
    expect(faults[0]?.split(' cannot be run: ')[1]).toEqual(fault)
  })

  it('introspection, where it is hidden', async () => {
    const file = fileOf('introspection.json', codegenOf([schemaOf]))
    const faults = await faultsAtStart({ TRUSTED_DOCUMENTS: file, TRUSTED_DOCUMENTS_ONLY: 'true' })
    expect(faults).toEqual([expect.stringContaining(`${file}, SchemaOf cannot be run: GraphQL introspection`)])
  })

  it.each([
    ['that cannot be read', () => join(folder, 'missing.json'), 'names a file that cannot be read (ENOENT): FILE'],
    ['that is a folder', () => folder, 'must name a file: FILE'],
    ['that is too large', () => fileOf('large.json', ' '.repeat(8_388_609)), 'must name a file of at most 8 MiB: FILE'],
    ...[
      ['that is not JSON', '-----BEGIN SECRET-----'],
      ['of another form', []],
      ['of texts that are none', { a: 1 }],
    ].map(([what, content]): [string, () => string, string] => [
      what as string,
      () => fileOf('form.json', content),
      "must name a manifest, a JSON object of texts by their hash or Apollo's own: FILE",
    ]),
    [
      'with a SHA-256 of another text',
      () => fileOf('hash.json', { [sha256(me)]: some }),
      'FILE, Some has a hash that is not that of its text',
    ],
    [
      'with a SHA-1 of another text',
      () => fileOf('hash.json', { [digest('sha1', me)]: '{ me { id } }' }),
      `FILE, ${digest('sha1', me)} has a hash that is not that of its text`,
    ],
    [
      'with too many documents',
      () => fileOf('many.json', Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [String(n), me]))),
      'must name at most 2000 documents',
    ],
  ])('a file %s', (_what, fileIn, fault) => {
    const file = fileIn()
    expect(faultsIn({ TRUSTED_DOCUMENTS: file })).toEqual([`TRUSTED_DOCUMENTS: ${fault.replace('FILE', file)}`])
  })

  it('two texts of one id', () => {
    const [one, two] = [fileOf('one.json', { a: me }), fileOf('two.json', { a: some })]
    expect(faultsIn({ TRUSTED_DOCUMENTS: `${one},${two}` })).toEqual([
      `TRUSTED_DOCUMENTS: ${two}, Some has the hash of ${one}, Me, and another text`,
    ])
    expect(faultsIn({ TRUSTED_DOCUMENTS: `${one},${one}` })).toEqual([])
  })

  it('settings that contradict each other', () => {
    expect(faultsIn({ TRUSTED_DOCUMENTS: 'a.json,,b.json' })).toEqual([
      'TRUSTED_DOCUMENTS: must be files separated by commas, none of them empty',
    ])
    // the documents of the client package are enough
    expect(faultsIn({ TRUSTED_DOCUMENTS_ONLY: 'true' })).toEqual([])
    const only = { TRUSTED_DOCUMENTS: fileOf('fine.json', codegenOf([me])), TRUSTED_DOCUMENTS_ONLY: 'true' }
    expect(faultsIn(only)).toEqual([])
    expect(readConfig(only).playground).toBe(false)
    expect(faultsIn({ ...only, PLAYGROUND: 'true' })).toEqual([
      'PLAYGROUND: needs introspection, which TRUSTED_DOCUMENTS_ONLY hides',
    ])
  })

  it('but a worker of its own reads no files', () => {
    expect(faultsIn({ TRUSTED_DOCUMENTS: join(folder, 'missing.json'), ROLES: 'office' })).toEqual([])
  })

  async function faultsAtStart(env: Record<string, string>): Promise<readonly string[]> {
    const dataDir = mkdtempSync(join(folder, 'data-'))
    const error: unknown = await createTestApp({ dataDir, embedded: true, env }).then(
      (started) => started.close(),
      (refusal: unknown) => refusal,
    )
    return faultsOf(() => {
      if (error instanceof ConfigError) throw error
    })
  }
})

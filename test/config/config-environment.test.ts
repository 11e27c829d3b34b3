import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { readEnvironment } from '../../src/config/env.js'
import { readEnvironmentFile } from '../../src/config/environment-file.js'
import { faultsOf } from '../support/app/config-faults.js'

const folder = mkdtempSync(join(tmpdir(), 'parley-env-'))
const path = join(folder, '.env')
afterAll(() => rmSync(folder, { recursive: true }))

/** What a test sets is removed after it. */
function withVariables<T>(variables: Readonly<Record<string, string>>, act: () => T): T {
  const before = { ...process.env }
  Object.assign(process.env, variables)
  try {
    return act()
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) Reflect.deleteProperty(process.env, name)
    Object.assign(process.env, before)
  }
}

describe('readEnvironment', () => {
  it('treats an empty variable as unset', () => {
    const environment = withVariables({ PARLEY_TEST_EMPTY: '', PARLEY_TEST_FULL: 'x' }, readEnvironment)
    expect(environment).toMatchObject({ PARLEY_TEST_FULL: 'x' })
    expect(environment).not.toHaveProperty('PARLEY_TEST_EMPTY')
  })

  it('prefers the names of proxies in small letters, as other programs do', () => {
    const given = { HTTPS_PROXY: 'big.example', https_proxy: 'small.example', NO_PROXY: 'x.example', no_proxy: ' ' }
    expect(withVariables(given, readEnvironment)).toMatchObject({ HTTPS_PROXY: 'small.example', NO_PROXY: 'x.example' })
  })

  it('adds .env of the working directory, or the file that ENV_FILE names', () => {
    writeFileSync(path, 'PARLEY_TEST_A=of the folder')
    const named = join(folder, 'named')
    writeFileSync(named, 'PARLEY_TEST_A=of the file')
    const from = process.cwd()
    process.chdir(folder)
    try {
      expect(withVariables({ ENV_FILE: '' }, readEnvironment)).toMatchObject({ PARLEY_TEST_A: 'of the folder' })
      expect(withVariables({ ENV_FILE: named }, readEnvironment)).toMatchObject({ PARLEY_TEST_A: 'of the file' })
      const both = { ENV_FILE: '', PARLEY_TEST_A: 'given' }
      expect(withVariables(both, readEnvironment)).toMatchObject({ PARLEY_TEST_A: 'given' })
    } finally {
      process.chdir(from)
    }
  })

  it('reads a file that can be read only once, such as a pipe', () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    spawn('sh', ['-c', `echo PARLEY_TEST_A=once > ${pipe}`])
    expect(withVariables({ ENV_FILE: pipe }, readEnvironment)).toMatchObject({ PARLEY_TEST_A: 'once' })
  })
})

function faultsOfText(text: string | Buffer): readonly string[] {
  writeFileSync(path, text)
  return faultsOf(() => readEnvironmentFile({ path, isOptional: true }, process.env))
}

describe('a file of settings', () => {
  it.each([
    [
      'a line without =',
      'APP_PORT=1\n\n# a comment\nAPP_PORT 8080\n',
      'line 4 is not NAME=value, or its quotes do not end',
    ],
    ['a line of another format', 'APP_PORT: 8080', 'line 1 is not NAME=value, or its quotes do not end'],
    ['JSON', '{\n"APP_PORT": 1 }', 'line 1 is not NAME=value, or its quotes do not end'],
    ['no name', 'A=1\r\n=x\r\n', 'line 2 is not NAME=value, or its quotes do not end'],
    ['quotes that do not end', 'A="1"\nB="2\nC=3', 'line 2 is not NAME=value, or its quotes do not end'],
    ['text after quotes', "A='1'2", 'line 1 is not NAME=value, or its quotes do not end'],
    [
      'a # that Node.js would cut',
      'LOCAL_MODEL=openai:http://host/v1#m',
      'line 1 has a # in its value, which needs quotes',
    ],
    ['a mark of the byte order', '\uFEFFA=1', 'must be UTF-8 text without a byte order mark'],
    ['another encoding', Buffer.from('A=1', 'utf16le'), 'must be UTF-8 text without a byte order mark'],
  ])('with %s is refused in one sentence, which never quotes a value', (_what, text, fault) => {
    expect(faultsOfText(text)).toEqual([`${path}: ${fault}`])
  })

  it('adds its variables to the environment, in which existing ones win, also empty ones', () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => `PARLEY_TEST_${name}`)
    const lines = [
      'lost',
      'lost',
      '"two words, and a #"',
      '\'{"a": 1}\' # a comment',
      'plain # a comment',
      '"two\nlines"',
    ]
    const found = withVariables({ PARLEY_TEST_A: 'kept', PARLEY_TEST_B: '' }, () => {
      expect(faultsOfText(names.map((name, index) => `export ${name} = ${lines[index] ?? ''}\n`).join(''))).toEqual([])
      return names.map((name) => process.env[name])
    })
    expect(found).toEqual(['kept', '', 'two words, and a #', '{"a": 1}', 'plain', 'two\nlines'])
  })

  it('may be absent where it was not named, and else is named as unreadable', () => {
    const absent = join(folder, 'absent')
    const read = (asked: Parameters<typeof readEnvironmentFile>[0]) =>
      faultsOf(() => readEnvironmentFile(asked, process.env))
    expect(read({ path: absent, isOptional: true })).toEqual([])
    const unreadable = 'the file of settings cannot be read'
    expect(read({ path: absent, isOptional: false })).toEqual([`${absent}: ${unreadable} (ENOENT)`])
    expect(read({ path: folder, isOptional: true })).toEqual([`${folder}: is a folder, not a file of settings`])
    expect(read({ path: '/proc/self/mem', isOptional: true })).toEqual([`/proc/self/mem: ${unreadable} (EIO)`])
  })
})

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'

interface Results {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly status: string; readonly title: string; failureMessages: string[] }[]
  }[]
}

const folder = 'test/fixtures/test-files'

/** Runs files of the folder with the runner of this repository; returns the failures and the passed tests of each. */
async function run(...args: string[]) {
  const temporary = mkdtempSync(join(tmpdir(), 'parley-runner-'))
  try {
    const output = join(temporary, 'results.json')
    const runner = ['--import', './tools/jest/register.mjs', '--no-warnings', 'node_modules/jest/bin/jest.js']
    const jest = [`--roots=<rootDir>/${folder}`, '--testMatch=**/*.fixture.ts', `--cacheDirectory=${temporary}`]
    const child = [...runner, ...jest, '--json', `--outputFile=${output}`, ...args]
    await new Promise((resolve) => execFile(process.execPath, child, resolve))
    const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Results
    const files = testResults.map(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      const passed = assertionResults.filter(({ status }) => status === 'passed').map(({ title }) => title)
      return [basename(name), { failures: failed.flatMap(({ failureMessages }) => failureMessages), passed }] as const
    })
    return new Map(files)
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

describe('an error that no test sees', () => {
  const nameOf = (test: string) => `"a careless test > ${test}" (${folder}/faults.fixture.ts)`
  let results: Awaited<ReturnType<typeof run>>
  beforeAll(async () => {
    results = await run('--maxWorkers=2', 'faults', 'next')
  })
  const failures = () => results.get('faults.fixture.ts')?.failures ?? []

  it('fails its file with the name of the test that caused it, and of the test that ran', () => {
    const [forgotten = ''] = failures()
    expect(forgotten).toContain(`unhandled rejection of ${nameOf('forgets a promise')}`)
    expect(forgotten).toContain(
      `reported while ${nameOf('runs when that is rejected')} ran, after ${nameOf('forgets a promise')}: Error: no test`,
    )
  })

  it('may be thrown by a callback', () => {
    const [, thrown] = failures()
    expect(thrown).toContain(`uncaught exception of ${nameOf('throws in a callback')}`)
    expect(thrown).toContain('Error: no test catches this')
  })

  it('may follow the last test of the file', () => {
    const [, , atTheEnd] = failures()
    const cause = nameOf('ends with a promise that is rejected')
    expect(atTheEnd).toContain(`unhandled rejection of ${cause}, reported after ${cause}: Error: rejected at the end`)
  })

  it('ends neither the other tests of the file nor the other files', () => {
    expect(failures()).toHaveLength(3)
    expect(results.get('faults.fixture.ts')?.passed).toHaveLength(4)
    expect(results.get('next.fixture.ts')).toEqual({ failures: [], passed: ['finds a clean process'] })
  })
})

it('an error after the end of a file has the name of that file', async () => {
  const results = await run('--runInBand', 'late', 'next')
  expect(results.get('late.fixture.ts')?.failures).toEqual([])
  const { failures, passed } = results.get('next.fixture.ts') ?? { failures: [], passed: [] }
  expect(passed).toEqual(['finds a clean process'])
  expect(failures).toHaveLength(1)
  const cause = `"an early file > rejects a promise in the next file" (${folder}/late.fixture.ts)`
  expect(failures[0]).toContain(`unhandled rejection of ${cause}, reported `)
  expect(failures[0]).toContain('Error: rejected too late')
})

it('a file that leaves something to the next one fails with its name, and it is restored', async () => {
  const results = await run('--runInBand', 'leftovers', 'next')
  const [left = ''] = results.get('leftovers.fixture.ts')?.failures ?? []
  expect(left).toMatch(/^The file leaves this to the next one: /)
  for (const each of [
    'fake timers',
    'a spy on random',
    'another globalThis.fetch',
    'another process.env.PARLEY_LEFT',
    'a listener of the process event warning',
    'a server at {"address":"127.0.0.1"',
    'the working folder ',
  ])
    expect(left).toContain(each)
  expect(results.get('next.fixture.ts')).toEqual({ failures: [], passed: ['finds a clean process'] })
})

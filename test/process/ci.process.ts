import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'

const folder = mkdtempSync(join(tmpdir(), 'parley-ci-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Run {
  readonly code: number | null
  readonly lines: readonly string[]
  /** The list of flaky suites afterwards. */
  readonly flaky: string
}

let runs = 0

/** Runs steps of test/fixtures/ci; `listed` is in the list of flaky suites before. */
function runSteps(only: string, listed = ''): Run {
  runs += 1
  const list = join(folder, `flaky-${runs}.md`)
  writeFileSync(list, listed)
  const { args, env } = commandFor(only, list)
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env, timeout: 120_000 })
  return { code: status, lines: stdout.trimEnd().split('\n'), flaky: readFileSync(list, 'utf8') }
}

function commandFor(only: string, list: string): { readonly args: string[]; readonly env: NodeJS.ProcessEnv } {
  const steps = only === '' ? [] : [`--only=${only}`]
  return {
    args: ['.ci/main.mjs', '--steps=../test/fixtures/ci/steps.mjs', `--flaky-list=${list}`, ...steps],
    env: { ...process.env, CI_LOGS: '', CI_FIXTURE_MARK: join(folder, `mark-${runs}`) },
  }
}

const row = (name: string, passed: number, failed: number) =>
  expect.stringMatching(new RegExp(`^${name} +[\\d.]+ +[\\d.]+ +${passed} +${failed}$`))

describe('a suite that fails and then passes alone', () => {
  let run: Run
  beforeAll(() => {
    run = runSteps('flake')
  })

  it('passes the run, which names it with its first failure', () => {
    expect(run.code).toBe(0)
    expect(run.lines).toContainEqual(row('flake', 2, 0))
    const name = 'flaky: test/fixtures/ci/flake.fixture.ts in flake: fails the first time: '
    expect(run.lines).toContainEqual(expect.stringContaining(name))
    expect(run.lines.at(-1)).toBe('2 passed, 0 failed')
  })

  it('gets a row in the list', () => {
    expect(run.flaky).toMatch(
      /^\| `test\/fixtures\/ci\/flake\.fixture\.ts` \| flake \| [\d-]{10} \| fails the first time: .*\n$/,
    )
  })

  it('fails the run when it has a row already', () => {
    const again = runSteps('flake', '| `test/fixtures/ci/flake.fixture.ts` | flake | 2026-11-27 | a race |\n')
    expect([again.code, again.lines.at(-1)]).toEqual([1, '1 passed, 1 failed'])
    expect(again.flaky.split('\n')).toHaveLength(2)
  })
})

describe('a run fails with', () => {
  it('a suite that fails both times', () => {
    const { code, lines, flaky } = runSteps('race')
    expect([code, flaky, lines.at(-1)]).toEqual([1, '', '0 passed, 1 failed'])
    expect(lines).toContain('ci: race-test-fixtures-ci-race.fixture.ts begins')
    expect(lines).toContainEqual(
      expect.stringContaining('FAILED in race: test/fixtures/ci/race.fixture.ts: fails every time: '),
    )
  })

  it('a suite that kills processes, which is not run again', () => {
    const { code, lines } = runSteps('killer')
    expect([code, lines.at(-1)]).toEqual([1, '0 passed, 1 failed'])
    expect(lines.filter((line) => line.endsWith(' begins'))).toEqual(['ci: killer begins'])
  })

  it('another suite than the table of steps says', () => {
    const { code, lines } = runSteps('other-suite')
    expect([code, lines.at(-1)]).toEqual([1, '1 passed, 1 failed'])
    const reason =
      'ran 1 suites instead of 1: not test/fixtures/ci/race.fixture.ts; but test/fixtures/ci/green.fixture.ts'
    expect(lines).toContainEqual(expect.stringContaining(reason))
  })

  it('a violation of a campaign, and the steps that need it', () => {
    const { code, lines } = runSteps('campaign,after-campaign')
    expect([code, lines.at(-1)]).toEqual([1, '3 passed, 2 failed'])
    expect(lines).toContain('FAILED in campaign: test/crash: an acknowledged write is lost:')
    expect(lines).toContainEqual(expect.stringContaining('not run, since campaign has failed'))
  })

  it('a process that is left running, and is ended', () => {
    const { code, lines } = runSteps('leftover')
    expect([code, lines.at(-1)]).toEqual([1, '0 passed, 1 failed'])
    expect(lines).toContainEqual(expect.stringContaining('left running: sleep 987'))
  })

  it('a step that does not end in time', () => {
    const { code, lines } = runSteps('hang')
    expect([code, lines.at(-1)]).toEqual([1, '0 passed, 1 failed'])
    expect(lines).toContainEqual(expect.stringContaining('not finished within 0.02 minutes'))
  })
})

describe('a run that a signal ends', () => {
  it('ends what runs, and runs no failed suite again', async () => {
    const { args, env } = commandFor('race,wait', join(folder, 'flaky-of-ended.md'))
    const run = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(run, 'close')
    const lines: string[] = []
    for await (const line of createInterface(run.stdout)) {
      lines.push(line)
      if (line === 'ci: wait begins') run.kill('SIGTERM')
    }
    expect(await ended).toEqual([143, null])
    expect(lines.filter((line) => line.endsWith(' begins'))).toEqual(['ci: race begins', 'ci: wait begins'])
    expect(lines).toContainEqual(expect.stringContaining('wait: ended by SIGTERM'))
    expect(lines.at(-1)).toBe('0 passed, 2 failed')
  })
})

describe('the steps of a run', () => {
  it('are in a table, slowest first, before the closing line', () => {
    const { lines } = runSteps('leftover,hang')
    const table = lines.slice(lines.findIndex((line) => line.startsWith('step ')) + 1, -2)
    const seconds = table.map((line) => Number(line.split(/ +/)[1]))
    expect(table).toHaveLength(2)
    expect(seconds).toEqual(seconds.toSorted((one, other) => other - one))
  })

  it('are named when a name is unknown', () => {
    const { code, lines } = runSteps('nothing')
    expect(code).toBe(1)
    expect(lines.at(-1)).toBe('0 passed, 1 failed')
    expect(lines).toContainEqual(expect.stringContaining('no step is called nothing; the steps are flake, race, '))
  })
})

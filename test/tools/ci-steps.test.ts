import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { steps } from '../../.ci/steps.mjs'
import { allSuites, runsSuite } from '../../.ci/suites.mjs'

const page = readFileSync('docs/reference/tests.md', 'utf8')
const suites = allSuites()
const ofGate = steps.filter(({ tier }) => tier !== 'long')
const ofLong = steps.filter(({ tier }) => tier !== 'gate')

describe('the steps of .ci/run', () => {
  it('run every suite in the long tier, those of npm test in the gate, and what the gate leaves out of npm run test:process whole', () => {
    expect(suites.length).toBeGreaterThan(250)
    expect(suites.filter((suite) => !ofLong.some((step) => runsSuite(step, suite)))).toEqual([])
    const outside = suites.filter((suite) => !ofGate.some((step) => runsSuite(step, suite)))
    expect(outside.filter((suite) => /^test\/(?!browser|examples|process)/.test(suite))).toEqual([])
    const whole = ofLong.filter(({ name }) => name === 'process-suites')
    const leftOut = outside.filter((suite) => suite.startsWith('test/process/'))
    expect(leftOut.filter((suite) => !whole.some((step) => runsSuite(step, suite)))).toEqual([])
  })

  it('know every file that is named like a suite', () => {
    const files = execFileSync('git', ['ls-files', '*.test.ts', '*.process.ts', '*.browser.ts', '*.example.ts'], {
      encoding: 'utf8',
    })
    const known = new Set(suites)
    expect(files.split('\n').filter((file) => file !== '' && existsSync(file) && !known.has(file))).toEqual([])
  })

  it('have no expression that matches no suite', () => {
    const unmatched = steps.flatMap((step) =>
      (step.suites?.only ?? [])
        .filter(
          (only) =>
            !suites.some((suite) =>
              runsSuite({ ...step, suites: { script: step.suites?.script ?? '', only: [only] } }, suite),
            ),
        )
        .map((only) => `${step.name}: ${only}`),
    )
    expect(unmatched).toEqual([])
  })

  it('have names of their own, and need steps that exist', () => {
    const names = steps.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
    expect(steps.flatMap(({ needs = [] }) => needs).filter((name) => !names.includes(name))).toEqual([])
  })

  it('use scripts of .ci as servers', () => {
    const servers = new Set(steps.flatMap((step) => step.servers ?? []))
    expect([...servers].filter((name) => !existsSync(`.ci/${name}.sh`))).toEqual([])
  })
})

describe('docs/reference/tests.md', () => {
  it('lists every step', () => {
    expect(steps.filter(({ name }) => !page.includes(`| \`${name}\``))).toEqual([])
  })

  it('says for every suite which steps run it', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| `'))
    const missing = suites.filter((suite) => {
      const folder = suite.slice(0, suite.lastIndexOf('/'))
      const own = rows.filter((row) => row.startsWith(`| \`${folder}\` `))
      const row =
        own.find((each) => each.includes(`\`${basename(suite, '.ts')}\``)) ??
        own.find((each) => /\| all( others)? /.test(each))
      const names = [...(row ?? '').matchAll(/`([\w-]+)`/g)].map(([, name]) => name)
      return !steps.filter((step) => runsSuite(step, suite)).every(({ name }) => names.includes(name))
    })
    expect(missing).toEqual([])
  })
})

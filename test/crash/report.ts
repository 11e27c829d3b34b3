import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Report } from './campaign.js'
import type { Outcome } from '../support/tools/outcome.js'
import type { Findings } from './findings.js'

const evidenceLength = 1_500
const examples = 3

/** One line per check, with the first examples of a violation. */
export function describeFindings<Name extends string>(
  findings: Findings<Name>,
  checks: Readonly<Record<Name, string>>,
): string[] {
  return namesOf(checks).flatMap((check) => {
    const violations = findings.of(check)
    const verdict = violations.length > 0 ? 'VIOLATED' : findings.looked(check) === 0 ? 'NEVER LOOKED AT' : 'holds'
    const evidence = violations
      .slice(0, examples)
      .map(({ kill, evidence: found }) => `  after kill ${kill}: ${found.slice(0, evidenceLength)}`)
    return [
      `${verdict}: ${checks[check]} (${findings.looked(check)} looks, ${violations.length} violations)`,
      ...evidence,
    ]
  })
}

/** Each check is a test: it passes when it has run without a finding. A failure has its first evidence. */
export function outcomeOf<Name extends string>(
  findings: Findings<Name>,
  checks: Readonly<Record<Name, string>>,
): Outcome {
  const checkNames = namesOf(checks)
  const failures = checkNames.flatMap((check) => {
    if (findings.looked(check) === 0) return `${checks[check]}: never checked`
    return findings
      .of(check)
      .slice(0, 1)
      .map(({ evidence }) => `${checks[check]}: ${evidence}`)
  })
  return { passed: checkNames.length - failures.length, failures }
}

const head = `# Crash test results

One row per run of \`npm run test:crash\`: a server under load is killed with \`kill -9\` and held to the published promises
after every kill. A row is written by the run itself.

| date | commit | seed | kills | acknowledged writes | violations |
| --- | --- | --- | --- | --- | --- |
`

/** Adds a row to the file at `path`; creates a missing file. */
export function addResult(path: string, seed: number, { findings, acknowledged }: Report): void {
  addRow(path, head, [seed, findings.kills, acknowledged, findings.violations.length])
}

/** Adds a row that begins with date and commit to the table in the file at `path`; a missing file begins with `head`. */
export function addRow(path: string, head: string, values: readonly (string | number)[]): void {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : head
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(path, `${before}| ${[date, commit(), ...values].join(' | ')} |\n`)
}

export function commit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const sources = ['main', 'src', 'schema', 'resolvers', 'rest-facade', 'ai-workers', 'packages']
    const isChanged = git('status', '--porcelain', '--', ...sources).trim() !== ''
    return `${git('rev-parse', '--short', 'HEAD').trim()}${isChanged ? ' and changes' : ''}`
  } catch {
    // a copy without git history
    return 'unknown'
  }
}

function namesOf<Name extends string>(checks: Readonly<Record<Name, string>>): readonly Name[] {
  return Object.keys(checks).filter((name): name is Name => name in checks)
}

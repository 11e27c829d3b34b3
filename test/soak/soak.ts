import { addRow, outcomeOf } from '../crash/report.js'
import { writeOutcome } from '../support/tools/outcome.js'
import type { Outcome } from '../support/tools/outcome.js'
import { checks, describeMemory, judge } from './judge.js'
import { readOptions } from './options.js'
import { head, rowOf } from './report.js'
import { runSoak } from './run-soak.js'
import { scheduleOf } from './schedule.js'
import { findFaults } from './self-check.js'

// `npm run test:soak`: exit code 1 when a check failed, with --broken when a planted fault was not found.
const options = readOptions(process.env, process.argv.slice(2))
const say = (line: string) => void process.stdout.write(`${line}\n`)

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code))

const outcome = options.broken ? await findFaults(options.seed, say) : await soak()
if (options.outputFile !== undefined) writeOutcome(options.outputFile, 'test/soak', outcome)
process.exit(outcome.failures.length === 0 ? 0 : 1)

async function soak(): Promise<Outcome> {
  const { minutes, seed } = options
  const soaked = await runSoak({ ...scheduleOf(minutes), seed, isFaulty: false, say })
  const findings = judge(soaked, { memory: 0.01, isStrict: minutes >= 60, isStationary: true })
  for (const process of Object.keys(soaked.rests[1].held))
    say(`${process}: ${describeMemory(soaked.readings, process)}`)
  for (const { check, evidence } of findings.violations) say(`VIOLATED: ${checks[check]}\n  ${evidence}`)
  say([...soaked.journal.done].map(([act, count]) => `${act} ${count}`).join(', '))
  say(`${minutes} minutes, ${soaked.journal.total} acts, ${findings.violations.length} violations, seed ${seed}`)
  addRow(options.results, head, rowOf(options, soaked, findings))
  return outcomeOf(findings, checks)
}

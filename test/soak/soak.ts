import { addRow, outcomeOf } from '../crash/report.js'
import { writeOutcome, type Outcome } from '../support/tools/outcome.js'
import { checks, describeMemory, judge } from './judge.js'
import { readOptions } from './options.js'
import { head, rowOf } from './report.js'
import { runSoak } from './run-soak.js'
import { scheduleOf } from './schedule.js'
import { findFaults } from './self-check.js'

// `npm run test:soak`: exit code 1 when a check failed, with --broken when a planted fault was not found.
/** In 10 minutes, of an hour. */
const growth = 0.01
/**
 * In 10 minutes, of a shorter run. Caches still fill after two minutes: the resident memory then grows by 1 MB, which is
 * 4 % in 10 minutes, and does not later. A short run finds a leak of about 10 % in 10 minutes, 30 kB each second.
 */
const earlyGrowth = 0.05

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
  const isHour = minutes >= 60
  const findings = judge(soaked, { memory: isHour ? growth : earlyGrowth, isStrict: isHour, isStationary: true })
  for (const process of Object.keys(soaked.rests[1].held))
    say(`${process}: ${describeMemory(soaked.readings, process)}`)
  for (const { check, evidence } of findings.violations) say(`VIOLATED: ${checks[check]}\n  ${evidence}`)
  say([...soaked.journal.done].map(([act, count]) => `${act} ${count}`).join(', '))
  say(`${minutes} minutes, ${soaked.journal.total} acts, ${findings.violations.length} violations, seed ${seed}`)
  addRow(options.results, head, rowOf(options, soaked, findings))
  return outcomeOf(findings, checks)
}

import { Campaign } from './campaign.js'
import { readOptions } from './options.js'
import { addResult, countChecks, describeFindings, writeCounts } from './report.js'
import type { Counts } from './report.js'
import { findBreakages } from './self-check.js'

// `npm run test:crash`: exit code 1 when a promise was broken, with --broken when a deliberate fault was not found.
const options = readOptions(process.env, process.argv.slice(2))
const say = (line: string) => void process.stdout.write(`${line}\n`)
say(`seed ${options.seed} (CRASH_SEED=${options.seed} asks for it again; the scheduler is not seeded)`)

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code))

const counts = options.broken ? await findBreakages(options, say) : await runCampaign()
if (options.outputFile !== undefined) writeCounts(options.outputFile, counts)
process.exitCode = counts.failed === 0 ? 0 : 1

async function runCampaign(): Promise<Counts> {
  const report = await Campaign.run({ ...options, program: ['dist/src/main.js'], endsWhen: () => false, say })
  const { findings, acknowledged, lost } = report
  for (const line of describeFindings(findings)) say(line)
  addResult(options.results, options.seed, report)
  const { violations, kills } = findings
  say(
    `${kills} kills, ${acknowledged} acknowledged writes, ${lost} without an answer, ${violations.length} violations, ` +
      `seed ${options.seed}`,
  )
  return countChecks(findings)
}

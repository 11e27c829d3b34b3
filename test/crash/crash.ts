import { Campaign } from './campaign.js'
import { checks } from './findings.js'
import { readOptions, type CrashOptions } from './options.js'
import { writeOutcome, type Outcome } from '../support/tools/outcome.js'
import { addResult, describeFindings, outcomeOf } from './report.js'
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

/** The server and its clients grow with every kill, and so do the checks: many kills are split into campaigns. */
const killsOfOne = 50

const outcome = options.broken ? await findBreakages(options, say) : await runCampaigns()
if (options.outputFile !== undefined) writeOutcome(options.outputFile, 'test/crash', outcome)
process.exitCode = outcome.failures.length === 0 ? 0 : 1

/** A check passes when it passed in every campaign. */
async function runCampaigns(): Promise<Outcome> {
  const endAt = Date.now() + options.seconds * 1_000
  const isBounded = options.kills < Number.MAX_SAFE_INTEGER
  const campaigns = isBounded ? Math.max(1, Math.ceil(options.kills / killsOfOne)) : 1
  const all: Outcome[] = []
  for (let number = 0; number < campaigns && (number === 0 || Date.now() < endAt); number += 1) {
    const kills = Math.ceil(options.kills / campaigns)
    all.push(await runCampaign({ seed: options.seed + number, seconds: (endAt - Date.now()) / 1_000, kills }))
  }
  return all.reduce((worst, each) => (each.failures.length > worst.failures.length ? each : worst))
}

async function runCampaign(bounds: Pick<CrashOptions, 'seed' | 'seconds' | 'kills'>): Promise<Outcome> {
  const report = await Campaign.run({ ...bounds, program: ['dist/main/main.js'], endsWhen: () => false, say })
  const { findings, acknowledged, lost } = report
  for (const line of describeFindings(findings, checks)) say(line)
  addResult(options.results, bounds.seed, report)
  const { violations, kills } = findings
  say(
    `${kills} kills, ${acknowledged} acknowledged writes, ${lost} without an answer, ${violations.length} violations, ` +
      `seed ${bounds.seed}`,
  )
  return outcomeOf(findings, checks)
}

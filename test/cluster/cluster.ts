import { addRow, describeFindings, outcomeOf } from '../crash/report.js'
import { writeOutcome, type Outcome } from '../support/tools/outcome.js'
import { blows } from './blows.js'
import { runCampaign } from './campaign.js'
import { checks } from './findings.js'
import { readOptions } from './options.js'
import { findBreakages } from './self-check.js'

// `npm run test:cluster`: exit code 1 when a check failed, with --broken when a deliberate fault was not found.
const options = readOptions(process.env, process.argv.slice(2))
const say = (line: string) => void process.stdout.write(`${line}\n`)
say(`seed ${options.seed} (CLUSTER_SEED=${options.seed} asks for it again; the processes are not seeded)`)

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code))

const head = `# Cluster test results

One row per run of \`npm run test:cluster\`: parts of an installation on several machines are ended, frozen and emptied while
clients talk through its proxy, and everything is verified after every round. A row is written by the run itself.

| date | commit | seed | rounds | messages | replies begun again | violations |
| --- | --- | --- | --- | --- | --- | --- |
`
const patienceMs = 90_000

const outcome = options.broken ? await findBreakages(options, say) : await run()
if (options.outputFile !== undefined) writeOutcome(options.outputFile, 'test/cluster', outcome)
process.exitCode = outcome.failures.length === 0 ? 0 : 1

async function run(): Promise<Outcome> {
  const { seed, rounds, only } = options
  const { findings, messages, repeated } = await runCampaign({
    ...{ seed, rounds, patienceMs, say },
    blows: blows.filter(({ name }) => name.includes(only)),
    program: ['dist/main/main.js'],
    endsWhen: () => false,
  })
  for (const line of describeFindings(findings, checks)) say(line)
  const violations = findings.violations.length
  say(`${messages} messages, ${repeated} replies begun again, ${violations} violations`)
  addRow(options.results, head, [seed, findings.kills, messages, repeated, violations])
  return outcomeOf(findings, checks)
}

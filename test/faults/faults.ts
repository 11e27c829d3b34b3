import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Findings } from '../crash/findings.js'
import { Random } from '../crash/random.js'
import { commit, describeFindings, outcomeOf } from '../crash/report.js'
import { writeOutcome } from '../support/tools/outcome.js'
import { tryFaults, type Row } from './campaign.js'
import type { Fault, Installation } from './fault.js'
import { faultsOfMachines } from './faults-of-machines.js'
import { faultsOfOneProcess } from './faults-of-one-process.js'
import { checks, type Check } from './findings.js'
import { startManyMachines, startOneProcess } from './installations.js'

// `bash .ci/faults.sh npm run test:faults`: exit code 1 when a check failed.
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    outputFile: { type: 'string' },
    report: { type: 'boolean', default: false },
  },
})
const hostsFile = process.env['HOSTS_FILE']
if (hostsFile === undefined) throw new Error('Run it in a network of its own: bash .ci/faults.sh npm run test:faults')
const say = (line: string) => void process.stdout.write(`${line}\n`)
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code))

const findings = new Findings<Check>()
const campaign = { random: new Random(Date.now() % 1_000_000_000), findings, say }
const rows = [
  ...(await tryAll(faultsOfMachines, () => startManyMachines(hostsFile))),
  ...(await tryAll(faultsOfOneProcess, startOneProcess)),
]
for (const line of describeFindings(findings, checks)) say(line)
if (values.report) writeFileSync('test/faults/results.md', pageOf(rows))
const outcome = outcomeOf(findings, checks)
if (values.outputFile !== undefined) writeOutcome(values.outputFile, 'test/faults', outcome)
process.exitCode = outcome.failures.length === 0 ? 0 : 1

async function tryAll<Subject extends Installation>(all: readonly Fault<Subject>[], start: () => Promise<Subject>) {
  const faults = all.filter(({ name }) => name.includes(values.only))
  if (faults.length === 0) return []
  const place = await start()
  try {
    return await tryFaults(place, faults, campaign)
  } finally {
    await place.close()
  }
}

function pageOf(all: readonly Row[]): string {
  const cells = all.map(
    ({ fault, client, operator, back, lost }) => `| ${[fault, client, operator, back, lost].join(' | ')} |`,
  )
  return `# Faults of the parts, and what they show

Written by \`bash .ci/faults.sh npm run test:faults -- --report\` at ${commit()}. Three people talk and follow their replies, and a client reads and writes four times a second,
while a part fails: two instances, three workers, PostgreSQL with a standby, Redis and a proxy; or one process on SQLite. **back** counts from the end of the fault.

| fault | a client sees | an operator sees | back after seconds | lost |
| --- | --- | --- | --- | --- |
${cells.join('\n')}
`
}

import { rmSync } from 'node:fs'
import { allAttacks } from './attacks/attacks.js'
import { AttackRunner } from './attack-runner.js'
import type { AttackResult } from './attack-runner.js'
import { listFields } from './attacks/graphql-lists.js'
import { listRecipes, recipeFaults } from './attacks/list-recipes.js'
import { readOptions } from './options.js'
import { describeResult, writeOutcome, writeReport } from './report.js'
import type { Outcome } from './report.js'
import { restFaults, restLists } from './attacks/rest-routes.js'
import { findDefects } from './self-check.js'
import { createWorld } from './world.js'

// `npm run test:abuse`: exit code 1 when an attack succeeded, with --broken when a planted defect was not found.
const options = readOptions(process.env, process.argv.slice(2))
const say = (line: string) => void process.stdout.write(`${line}\n`)

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code))

const world = await createWorld()
process.once('exit', () => rmSync(world.dataDir, { recursive: true, force: true }))
const outcome = options.broken ? await findDefects(world, options.only, say) : await attackAll()
if (options.outputFile !== undefined) writeOutcome(options.outputFile, outcome)
process.exit(outcome.failures.length === 0 ? 0 : 1)

async function attackAll(): Promise<Outcome> {
  const unreachable = [...recipeFaults(listFields(), listRecipes), ...restFaults(restLists())]
  for (const fault of unreachable) say(fault)
  const runner = new AttackRunner(world)
  const results: AttackResult[] = []
  for (const attack of allAttacks().filter(({ name }) => name.includes(options.only))) {
    const result = await runner.attack(attack)
    results.push(result)
    for (const line of describeResult(result)) say(line)
  }
  await runner.close()
  if (options.results !== undefined) writeReport(options.results, results)
  const failures = results.flatMap(({ attack, faults }) =>
    faults.length === 0 ? [] : [`${attack}: ${faults.join('; ')}`],
  )
  return { passed: results.length - failures.length, failures: [...unreachable, ...failures] }
}

import { rmSync } from 'node:fs'
import type { Attack } from './attacks/attack.js'
import { allAttacks, oneOfEachKind } from './attacks/attacks.js'
import { AttackRunner, type AttackResult } from './attack-runner.js'
import { listFields } from './attacks/graphql-lists.js'
import { listRecipes, recipeFaults } from './attacks/list-recipes.js'
import { readOptions } from './options.js'
import { writeOutcome, type Outcome } from '../support/tools/outcome.js'
import { describeResult, writeReport } from './report.js'
import { restFaults, restLists } from './attacks/rest-routes.js'
import { findDefects } from './self-check.js'
import { copyOf, createWorld, type World } from './world.js'

// `npm run test:abuse`: exit code 1 when an attack succeeded, with --broken when a planted defect was not found.
const options = readOptions(process.env, process.argv.slice(2))
const say = (line: string) => void process.stdout.write(`${line}\n`)

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code))

const world = await createWorld()
const second = copyOf(world)
process.once('exit', () => {
  for (const { dataDir } of [world, second]) rmSync(dataDir, { recursive: true, force: true })
})
const outcome = options.broken ? await findDefects([world, second], options.only, say) : await attackAll()
if (options.outputFile !== undefined) writeOutcome(options.outputFile, 'test/abuse', outcome)
process.exit(outcome.failures.length === 0 ? 0 : 1)

async function attackAll(): Promise<Outcome> {
  const unreachable = [...recipeFaults(listFields(), listRecipes), ...restFaults(restLists())]
  for (const fault of unreachable) say(fault)
  const named = allAttacks().filter(({ name }) => name.includes(options.only))
  const attacks = options.oneOfEachKind ? oneOfEachKind(named) : named
  const [waiting, working] = [true, false].map((waits) =>
    attacks.filter(({ onlyWaits = false }) => onlyWaits === waits),
  )
  const runs = [attackInTurn(working ?? [], world), attackInTurn(waiting ?? [], second)]
  const results = (await Promise.all(runs)).flat()
  if (options.results !== undefined) writeReport(options.results, results)
  const failures = results.flatMap(({ attack, faults }) =>
    faults.length === 0 ? [] : [`${attack}: ${faults.join('; ')}`],
  )
  sayLongTurns(results)
  return { passed: results.length - failures.length, failures: [...unreachable, ...failures] }
}

/** How many turns of all event loops took more than 50 ms of the processor. */
function sayLongTurns(results: readonly AttackResult[]): void {
  const long = results.reduce((sum, { turns }) => sum + turns.long.length, 0)
  const counted = results.reduce((sum, { turns }) => sum + turns.counted, 0)
  if (counted === 0) return
  say(`${String(long)} of ${String(counted)} turns of the event loops took more than 50 ms of the processor`)
}

async function attackInTurn(attacks: readonly Attack[], target: World): Promise<readonly AttackResult[]> {
  const runner = new AttackRunner(target, { lasting: options.lasting })
  const results: AttackResult[] = []
  for (const attack of attacks) {
    const result = await runner.attack(attack)
    results.push(result)
    for (const line of describeResult(result)) say(line)
  }
  await runner.close()
  return results
}

import type { Outcome } from '../support/tools/outcome.js'
import { judge, type Check } from './judge.js'
import { runSoak } from './run-soak.js'
import { faultSchedule } from './schedule.js'

/** The faults of `plant.mjs` and of the database, and what finds them. */
const faults: readonly { readonly name: string; readonly check: Check; readonly evidence: RegExp }[] = [
  { name: 'memory that each request keeps', check: 'memory', evidence: /^main: residentBytes/ },
  { name: 'a file that each request leaves open', check: 'handles', evidence: /^main: \d+ at rest/ },
  { name: 'a timer that each request leaves', check: 'timers', evidence: /^main: \d+ at rest/ },
  { name: 'a row that each deletion of a room leaves', check: 'rows', evidence: /^service_keys: \d+ at rest/ },
  { name: 'a request that is answered 500', check: 'answers', evidence: /planted/ },
]

/** In its first seconds the memory of a sound server grows too, much slower than with the fault. */
const limits = { memory: 5, isStrict: false, isStationary: false }

/** Soaks a server with all faults, each of which must be found, and then one without any, which must hold. */
export async function findFaults(seed: number, say: (line: string) => void): Promise<Outcome> {
  const soak = async (isFaulty: boolean) =>
    judge(await runSoak({ ...faultSchedule, seed, isFaulty, say: () => undefined }), limits)
  const faulty = await soak(true)
  const missed = faults.filter(({ name, check, evidence }) => {
    const found = faulty.of(check).find((violation) => evidence.test(violation.evidence))
    say(`${found ? 'found' : 'NOT FOUND'}: ${name}\n  ${found?.evidence ?? 'no evidence'}`)
    return !found
  })
  const { violations } = await soak(false)
  const failures = [
    ...missed.map(({ name }) => `not found: ${name}`),
    ...violations.map(({ check, evidence }) => `found without a fault: ${check}, ${evidence}`),
  ]
  say(violations.length === 0 ? 'without a fault nothing is found' : failures.join('\n'))
  return { passed: Math.max(0, faults.length + 1 - failures.length), failures }
}

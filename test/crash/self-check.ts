import { breakages } from './breakages.js'
import { Campaign } from './campaign.js'
import type { CrashOptions } from './options.js'

const program = (breakage: number) => [
  '--import',
  './tools/run-ts.mjs',
  'test/crash/broken-server.ts',
  String(breakage),
]

/** Runs each breakage until a kill shows it. One that is not found within its share of the time counts as failed. */
export async function findBreakages(
  { seed, seconds, kills }: CrashOptions,
  say: (line: string) => void,
): Promise<{ passed: number; failed: number }> {
  let passed = 0
  for (const [number, { name, seenBy }] of breakages.entries()) {
    const startedAt = Date.now()
    const { findings } = await Campaign.run({
      seed: seed + number,
      seconds,
      kills,
      program: program(number),
      endsWhen: (found) => seenBy.some((check) => found.of(check).length > 0),
      say: () => undefined,
    })
    const [first] = findings.violations.filter(({ check }) => seenBy.includes(check))
    const cost = `${findings.kills} kills, ${((Date.now() - startedAt) / 1000).toFixed(1)} s`
    say(`${first ? 'found' : 'NOT FOUND'}: ${name} (${cost})`)
    if (first) say(`  ${first.check}: ${first.evidence.slice(0, 300)}`)
    if (first) passed += 1
  }
  return { passed, failed: breakages.length - passed }
}

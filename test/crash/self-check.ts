import { breakages, type Breakage } from './breakages.js'
import { Campaign } from './campaign.js'
import type { CrashOptions } from './options.js'
import type { Outcome } from '../support/tools/outcome.js'

const atATime = 2

/** Runs the server with each breakage until a kill reveals it. One that is not found in time is a failed check. */
export async function findBreakages(options: CrashOptions, say: (line: string) => void): Promise<Outcome> {
  const waiting = [...breakages.entries()]
  const failures: string[] = []
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [number, breakage] = next
      const { isFound, lines } = await findBreakage(breakage, number, options)
      if (!isFound) failures.push(`not found: ${breakage.name}`)
      for (const line of lines) say(line)
    }
  }
  await Promise.all(Array.from({ length: atATime }, lane))
  return { passed: breakages.length - failures.length, failures }
}

async function findBreakage({ name, seenBy }: Breakage, number: number, { seed, seconds, kills }: CrashOptions) {
  const startedAt = Date.now()
  const { findings } = await Campaign.run({
    seed: seed + number,
    seconds,
    kills,
    program: ['--import', './tools/run-ts.mjs', 'test/crash/broken-server.ts', String(number)],
    endsWhen: (found) => seenBy.some((check) => found.of(check).length > 0),
    say: () => undefined,
  })
  const first = findings.violations.find(({ check }) => seenBy.includes(check))
  const cost = `${findings.kills} kills, ${((Date.now() - startedAt) / 1000).toFixed(1)} s`
  return {
    isFound: first !== undefined,
    lines: first
      ? [`found: ${name} (${cost})`, `  ${first.evidence.slice(0, 300)}`]
      : [`NOT FOUND: ${name} (${cost}, seed ${seed + number})`],
  }
}

import type { Outcome } from '../support/tools/outcome.js'
import { blows } from './blows.js'
import { breakages, type Breakage } from './breakages.js'
import { runCampaign } from './campaign.js'
import type { ClusterTestOptions } from './options.js'

/** A reply that has not ended by then is found; the product has much longer. */
const patienceMs = 30_000

/** Runs the cluster with each breakage until a round reveals it. One that is not found in time is a failed check. */
export async function findBreakages(options: ClusterTestOptions, say: (line: string) => void): Promise<Outcome> {
  let passed = 0
  const failures: string[] = []
  for (const [number, breakage] of breakages.entries()) {
    if (!breakage.name.includes(options.only)) continue
    if (await isFound(breakage, { ...options, number, say })) passed += 1
    else failures.push(`not found: ${breakage.name}`)
  }
  return { passed, failures }
}

interface Search extends ClusterTestOptions {
  readonly number: number
  readonly say: (line: string) => void
}

async function isFound(
  { name, seenBy, revealedBy }: Breakage,
  { seed, rounds, number, say }: Search,
): Promise<boolean> {
  const startedAt = Date.now()
  const { findings } = await runCampaign({
    ...{ seed: seed + number, rounds, patienceMs },
    blows: blows.filter((blow) => blow.name.includes(revealedBy)),
    program: ['--import', './tools/run-ts.mjs', 'test/cluster/broken-server.ts', String(number)],
    endsWhen: (found) => found.of(seenBy).length > 0,
    say: () => undefined,
  })
  const first = findings.of(seenBy).at(0)
  const cost = `${findings.kills} rounds, ${((Date.now() - startedAt) / 1000).toFixed(1)} s`
  say(
    first
      ? `found: ${name} (${cost})\n  ${first.evidence.slice(0, 300)}`
      : `NOT FOUND: ${name} (${cost}, seed ${seed + number})`,
  )
  return first !== undefined
}

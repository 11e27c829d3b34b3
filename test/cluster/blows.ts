import { setTimeout as pause } from 'node:timers/promises'
import type { Findings } from '../crash/findings.js'
import type { Random } from '../crash/random.js'
import { redisClient } from '../support/instances/redis.js'
import type { Check } from './findings.js'
import type { Cluster } from './servers/cluster.js'
import type { Daemon } from './servers/daemon.js'

export interface BlowContext {
  readonly cluster: Cluster
  readonly random: Random
  readonly findings: Findings<Check>
}

/** One failure of a part, and its return. */
export interface Blow {
  readonly name: string
  /** Whether a reply that a worker generates may have to run again. */
  readonly endsRuns: boolean
  /** Whether an instance may not answer another one for a while. */
  readonly silencesOwners?: boolean
  readonly strike: (context: BlowContext) => Promise<void>
}

type PartOf = (cluster: Cluster) => readonly Daemon[]

const instances: PartOf = ({ instances: all }) => all
const workers: PartOf = ({ workers: all }) => all
const longestAbsenceMs = 2_000

/** Ends one of the parts, and starts it again some time later. */
function ended(parts: PartOf, signal: NodeJS.Signals, isGraceful: boolean): Blow['strike'] {
  return async ({ cluster, random, findings }) => {
    const part = random.pick(parts(cluster))
    if (!part) return
    const absenceMs = random.between(0, longestAbsenceMs)
    const code = await part.end(signal)
    findings.expect('starts', !isGraceful || code === 0, () => `${part.name} ended with ${code}: ${part.output}`)
    await pause(absenceMs)
    await part.start()
  }
}

/** Freezes one of the parts for a time that is shorter or longer than its leases. */
function frozen(parts: PartOf): Blow['strike'] {
  return async ({ cluster, random }) => random.pick(parts(cluster))?.freeze(random.between(1_000, 14_000))
}

/** FLUSHALL: Redis runs, and has lost everything. */
async function emptied({ cluster }: BlowContext): Promise<void> {
  const client = redisClient(cluster.redisUrl)
  try {
    await client.flushall()
  } finally {
    client.disconnect()
  }
}

/** A rolling restart: one after the other ends in order and returns. */
async function restarted({ cluster, findings }: BlowContext): Promise<void> {
  for (const part of [...cluster.instances, ...cluster.workers]) {
    const code = await part.end('SIGTERM')
    findings.expect('starts', code === 0, () => `${part.name} ended with ${code}: ${part.output}`)
    await part.start()
  }
}

export const blows: readonly Blow[] = [
  { name: 'an instance is killed', endsRuns: false, silencesOwners: true, strike: ended(instances, 'SIGKILL', false) },
  { name: 'an instance is stopped', endsRuns: false, silencesOwners: true, strike: ended(instances, 'SIGTERM', true) },
  { name: 'an instance is frozen', endsRuns: false, silencesOwners: true, strike: frozen(instances) },
  { name: 'a worker is killed', endsRuns: true, strike: ended(workers, 'SIGKILL', false) },
  { name: 'a worker is stopped', endsRuns: false, strike: ended(workers, 'SIGTERM', true) },
  { name: 'a worker is frozen', endsRuns: true, strike: frozen(workers) },
  {
    name: 'Redis is killed',
    endsRuns: true,
    silencesOwners: true,
    strike: ended(({ redis }) => [redis], 'SIGKILL', false),
  },
  { name: 'Redis is emptied', endsRuns: true, strike: emptied },
  { name: 'PostgreSQL is restarted', endsRuns: false, strike: ended(({ postgres }) => [postgres], 'SIGINT', true) },
  { name: 'PostgreSQL crashes', endsRuns: false, strike: ended(({ postgres }) => [postgres], 'SIGQUIT', false) },
  { name: 'all instances and workers are restarted', endsRuns: false, silencesOwners: true, strike: restarted },
  { name: 'the proxy is killed', endsRuns: false, strike: ended(({ proxy }) => [proxy], 'SIGKILL', false) },
]

import { setTimeout as pause } from 'node:timers/promises'
import { Random } from '../crash/random.js'
import { Journal } from './load/journal.js'
import { Population } from './load/population.js'
import { readAtRest, watch, type Reading } from './measure/watch.js'
import type { Schedule } from './schedule.js'
import { System } from './system.js'

export interface Soaked {
  /** After the first use and at the end: no user exists, and no connection is open. */
  readonly rests: readonly [Reading, Reading]
  /** With all users, after the warm-up. */
  readonly readings: readonly Reading[]
  readonly journal: Journal
  /** What the processes logged as a warning or an error, and their unexpected ends. */
  readonly complaints: readonly string[]
}

export interface SoakRun extends Schedule {
  readonly seed: number
  /** With the faults that the soak must find. */
  readonly isFaulty: boolean
  readonly say: (line: string) => void
}

export async function runSoak(run: SoakRun): Promise<Soaked> {
  const { seed, firstUseMs, warmUpMs, measuredMs, windows, restMs, say } = run
  const system = await System.start(run.isFaulty)
  try {
    const journal = new Journal()
    const services = { url: system.url('app'), chatLogUrl: system.url('chatlog'), journal }
    const begin = (ownSeed: number) => Population.begin({ ...run, ...services, random: new Random(ownSeed) })
    const first = begin(seed)
    await pause(firstUseMs)
    await first.leave()
    const before = await readAtRest(system.watched, restMs)
    say(`${journal.total} acts of the first users; the others begin`)
    const second = begin(seed + 1)
    await pause(warmUpMs)
    const readings = await watch(system.watched, { windows, windowMs: measuredMs / windows })
    await second.leave()
    const after = await readAtRest(system.watched, restMs)
    return { rests: [before, after], readings, journal, complaints: system.complaints() }
  } finally {
    await system.close()
  }
}

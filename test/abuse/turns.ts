import { existsSync, readFileSync } from 'node:fs'

/** What probe.mjs writes four times a second. */
interface Line {
  readonly pid: number
  readonly at: number
  readonly counted: number
  /** The processor time of turns above 50 ms, in milliseconds. */
  readonly long: readonly number[]
}

/** Turns of the event loops of a server and its workers. */
export interface Turns {
  readonly counted: number
  /** The processor time of those above 50 ms, in milliseconds. */
  readonly long: readonly number[]
}

/** Those that the processes have written to the file since then. */
export function turnsSince(path: string, since: number): Turns {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
  const own = lines
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
    .filter(({ at }) => at >= since)
  return { counted: own.reduce((sum, { counted }) => sum + counted, 0), long: own.flatMap(({ long }) => long) }
}

export function longest({ long }: Turns): number {
  return Math.max(0, ...long)
}

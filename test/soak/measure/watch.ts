import { setTimeout as pause } from 'node:timers/promises'
import { countRows, readHeld, residentBytes, type Held } from './readings.js'

export interface Watched {
  readonly dataDir: string
  /** The folder of the sockets of `probe.mjs`. */
  readonly probes: string
  /** The processes, by name. */
  readonly pids: Readonly<Record<string, number>>
}

/** The readings of one moment: what each process holds, and the rows of each table. */
export interface Reading {
  readonly minute: number
  readonly held: Readonly<Record<string, Held>>
  readonly rows: Readonly<Record<string, number>>
}

const sampleMs = 2_000

async function read({ dataDir, probes, pids }: Watched): Promise<Reading> {
  const held = await Promise.all(
    Object.entries(pids).map(async ([name, pid]) => [name, await readHeld(probes, pid)] as const),
  )
  return { minute: performance.now() / 60_000, held: Object.fromEntries(held), rows: countRows(dataDir) }
}

/**
 * Reads everything once in each window, and the resident memory every 2 s. The resident memory of a reading is the
 * minimum of its window: each window begins with a garbage collection, so the minimum is what the process keeps.
 */
export async function watch(
  watched: Watched,
  { windows, windowMs }: { readonly windows: number; readonly windowMs: number },
): Promise<readonly Reading[]> {
  const readings: Reading[] = []
  for (let window = 0; window < windows; window += 1) {
    const endAt = performance.now() + windowMs
    const reading = await read(watched)
    const least = new Map(Object.entries(reading.held).map(([name, { residentBytes: bytes }]) => [name, bytes]))
    while (performance.now() < endAt) {
      await pause(Math.max(1, Math.min(sampleMs, endAt - performance.now())))
      for (const [name, pid] of Object.entries(watched.pids))
        least.set(name, Math.min(least.get(name) ?? Infinity, residentBytes(pid)))
    }
    const held = Object.entries(reading.held).map(
      ([name, each]) => [name, { ...each, residentBytes: least.get(name) ?? 0 }] as const,
    )
    readings.push({ ...reading, held: Object.fromEntries(held) })
  }
  return readings
}

/** Reads until two readings in a row have the same rows, handles and timers, at most for `patienceMs`. */
export async function readAtRest(watched: Watched, patienceMs: number): Promise<Reading> {
  const endAt = performance.now() + patienceMs
  let last = await read(watched)
  for (;;) {
    await pause(2_000)
    const next = await read(watched)
    if (countsOf(last) === countsOf(next) || performance.now() > endAt) return next
    last = next
  }
}

function countsOf({ held, rows }: Reading): string {
  return JSON.stringify([rows, Object.values(held).map(({ handles, timers }) => [handles, timers])])
}

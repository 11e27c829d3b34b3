import { Findings } from '../crash/findings.js'
import { median, pointsOf, trendOf, type Point, type Trend } from './measure/trend.js'
import type { Reading } from './measure/watch.js'
import type { Held } from './measure/readings.js'
import type { Soaked } from './run-soak.js'

export const checks = {
  answers: 'no request fails, and no subscription ends with an error',
  processes: 'no process ends, and none logs a warning or an error',
  memory: 'resident memory does not grow by more than its limit',
  handles: 'no process keeps a file handle that it opened',
  timers: 'no process keeps a timer',
  rows: 'no table keeps a row of what was deleted, and none grows while the number of users is constant',
} as const

export type Check = keyof typeof checks

export interface Limits {
  /** The growth of resident memory in 10 minutes, as a part of it. */
  readonly memory: number
  /** Whether the estimated slope counts, or what the slope is at least, with a confidence of 99 %. */
  readonly isStrict: boolean
  /** Whether the warm-up is long enough for a constant number of rows. */
  readonly isStationary: boolean
}

/** Connections between the processes, which are opened when they are needed and closed when they are not. */
const varyingHandles = 2

/** The rows beyond those of the first rest that a table may have. For each other table it is 0. */
const allowedRows: Readonly<Record<string, number>> = {
  // a table with generated ids, from its first row on
  sqlite_sequence: 10,
  // segments of the search index, which FTS5 merges as it is written
  log_search_data: 100,
  log_search_idx: 100,
}

export function judge({ rests, readings, journal, complaints }: Soaked, limits: Limits): Findings<Check> {
  const findings = new Findings<Check>()
  const { isStationary } = limits
  const [before, after] = rests
  findings.expect('answers', journal.failures.length === 0, () => sample(journal.failures))
  findings.expect('processes', complaints.length === 0, () => sample(complaints))
  for (const process of Object.keys(after.held)) {
    const memory = trend(readings, process, 'residentBytes')
    const grown = limits.isStrict ? memory.slope : memory.atLeast
    findings.expect('memory', grown <= limits.memory, () => `${process}: ${describeMemory(readings, process)}`)
    for (const [check, most] of [
      ['handles', varyingHandles],
      ['timers', 0],
    ] as const) {
      const [from = 0, to = 0] = rests.map(({ held }) => held[process]?.[check] ?? 0)
      findings.expect(check, to <= from + most, () => `${process}: ${from} at rest before, ${to} afterwards`)
    }
    const handles = pointsOf(readings, ({ held }) => held[process]?.handles)
    findings.expect('handles', !isStationary || !isGrowing(handles), () => `${process}: grows, ${valuesOf(handles)}`)
  }
  for (const [table, count] of Object.entries(after.rows)) {
    const most = (before.rows[table] ?? 0) + (allowedRows[table] ?? 0)
    findings.expect('rows', count <= most, () => `${table}: ${before.rows[table]} at rest before, ${count} afterwards`)
    const points = pointsOf(readings, ({ rows }) => rows[table])
    findings.expect('rows', !isStationary || !isGrowing(points), () => `${table}: grows, ${valuesOf(points)}`)
  }
  return findings
}

/** As a part of the median, in 10 minutes. */
export function trend(readings: readonly Reading[], process: string, field: keyof Held): Trend {
  const points = pointsOf(readings, ({ held }) => held[process]?.[field])
  const usual = median(points.map(({ value }) => value))
  const { slope, atLeast } = trendOf(points)
  return { slope: slope / usual, atLeast: atLeast / usual }
}

/** There are some fifty counts, so that 99 % would be wrong once in two runs. */
const isGrowing = (points: readonly Point[]) => trendOf(points, 'one in 10,000').atLeast > 0

export function describeMemory(readings: readonly Reading[], process: string): string {
  return (['residentBytes', 'heapBytes'] as const)
    .map((field) => {
      const { slope, atLeast } = trend(readings, process, field)
      const sizes = readings.map(({ held }) => ((held[process]?.[field] ?? 0) / 1e6).toFixed(1)).join(' ')
      return `${field} ${percent(slope)} in 10 minutes, at least ${percent(atLeast)} (MB: ${sizes})`
    })
    .join('; ')
}

export const percent = (part: number) => `${(part * 100).toFixed(1)} %`

const valuesOf = (points: readonly Point[]) => points.map(({ value }) => value).join(' ')

const sample = (lines: readonly string[]) => `${lines.length} times, such as ${lines.slice(0, 3).join('\n  ')}`

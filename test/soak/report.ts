import type { Findings } from '../crash/findings.js'
import { type Check, percent, trend } from './judge.js'
import { median } from './measure/trend.js'
import type { SoakOptions } from './options.js'
import type { Soaked } from './run-soak.js'

const processes = ['main', 'office', 'character'] as const

export const head = `# Soak results

One row for each run of \`npm run test:soak\`: 100 users come and go on the built server and its workers (embedded database, scripted
model). For each process: the median of its resident memory, its slope in 10 minutes with the bound that it exceeds with a confidence
of 99 %, and the slope of what its heap and its buffers keep after a garbage collection. Handles, timers and rows are counted when no
user exists, before the warm-up and at the end. A run of an hour fails when a slope of resident memory exceeds 1 %, a shorter one when
the bound exceeds 5 %. A row is written by the run itself.

Tables with a retention are counted too. Rows of \`generations\` (7 days), \`idempotency_keys\` (24 hours), \`sessions\` (30 days),
\`data_exports\` (24 hours) and \`usage_counts\` (their period) end with the room or the account that they belong to, and must be 0 in the end.
\`service_keys\` (24 hours) and the tables of mails have none, since no user sends such a request. Only \`log_search_data\` and
\`log_search_idx\`, the segments of the search index, may have up to 100 rows more than before, and \`sqlite_sequence\` has one for each table with generated ids.

| date | commit | seed | minutes | acts | failed | ${processes.map((name) => `${name}: MB, slope (at least), heap`).join(' | ')} | handles | timers | rows | violations |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
`

export function rowOf(
  { seed, minutes }: SoakOptions,
  { rests, readings, journal }: Soaked,
  findings: Findings<Check>,
): readonly (string | number)[] {
  const memory = processes.map((name) => {
    const megabytes = median(readings.map(({ held }) => held[name]?.residentBytes ?? 0)) / 1_000_000
    const { slope, atLeast } = trend(readings, name, 'residentBytes')
    return `${megabytes.toFixed(0)}, ${percent(slope)} (${percent(atLeast)}), ${percent(trend(readings, name, 'heapBytes').slope)}`
  })
  const counts = (['handles', 'timers'] as const).map((field) =>
    rests.map(({ held }) => processes.map((name) => held[name]?.[field] ?? 0).join(', ')).join(' to '),
  )
  const rows = rests.map((rest) => Object.values(rest.rows).reduce((sum, count) => sum + count, 0)).join(' to ')
  return [seed, minutes, journal.total, journal.failures.length, ...memory, ...counts, rows, findings.violations.length]
}

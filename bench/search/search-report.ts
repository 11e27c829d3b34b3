import { quantile } from '../statistics.js'
import { resultTable } from '../verdict.js'
import { entries } from './fill-entries.js'
import type { SearchMeasurement } from './measure-search.js'

const targetMs = 50

/** Markdown: the times of searches by engine and kind of query. */
export function searchReport(measured: readonly SearchMeasurement[], rooms: number): string {
  const intro = `${entries} entries in ${rooms} rooms of one account, one request at a time, pages of 20 with texts and snippets.`
  return ['## Search', intro, ...measured.map(engineReport)].join('\n\n')
}

function engineReport({ engine, filling, queries }: SearchMeasurement): string {
  const rows = queries.map(
    ({ kind, ms, results }) =>
      `| ${kind} | ${results.toFixed(1)} | ${quantile(ms, 0.5).toFixed(1)} | ${quantile(ms, 0.99).toFixed(1)} |`,
  )
  const all = queries.flatMap(({ ms }) => ms)
  const p99 = quantile(all, 0.99)
  return [
    `### On ${engine}`,
    '',
    '| query | results on the page | p50 ms | p99 ms |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    resultTable([
      {
        what: `p99 of all ${all.length} requests in ms`,
        figure: p99,
        text: p99.toFixed(1),
        target: { atMost: targetMs },
      },
    ]),
    '',
    `To index an entry of ${filling.wordsPerEntry} words costs ${filling.cpuMsPerEntry.toFixed(2)} ms of CPU of the server's process; each save contains it.`,
  ].join('\n')
}

import { median, quantile } from '../statistics.js'
import { resultTable, tableOf } from '../verdict.js'
import type { ReadersMeasurement } from './measure-readers.js'

/** The ordinary request, in milliseconds. */
const mostOrdinaryMs = 300

/** Markdown: a row for each round, with the comparison to the target. */
export function readersReport(rounds: readonly ReadersMeasurement[]): string {
  const [first] = rounds
  if (!first) throw new Error('a report needs a round')
  const subscriptions = first.sockets * first.perSocket
  const intro =
    `${subscriptions} subscriptions of one room, on ${first.sockets} sockets of one account with raised bounds, while the room changes every ` +
    `${first.everyMs} ms. A client of another address requests a list of characters every 20 ms; the readers have the same two cores. A reader ` +
    'that is behind gets several changes as one snapshot.'
  const p99s = rounds.map(({ ordinaryMs }) => quantile(ordinaryMs, 0.99))
  return [
    '## Readers of one room',
    intro,
    tableOf(
      ['ordinary p50 ms', 'p99 ms', 'max ms', 'events/s', 'CPU µs per event', 'MB', 'sockets closed'],
      rounds.map(({ ordinaryMs, messages, seconds, cpuMs, residentMb, closed }) => [
        quantile(ordinaryMs, 0.5).toFixed(0),
        quantile(ordinaryMs, 0.99).toFixed(0),
        quantile(ordinaryMs, 1).toFixed(0),
        (messages / seconds).toFixed(0),
        ((cpuMs * 1_000) / messages).toFixed(1),
        residentMb.toFixed(0),
        closed.toFixed(0),
      ]),
    ),
    resultTable([
      {
        what: 'p99 of an ordinary request in ms',
        figure: median(p99s),
        text: `${median(p99s).toFixed(0)} (${rounds.length} rounds)`,
        target: { atMost: mostOrdinaryMs },
      },
    ]),
  ].join('\n\n')
}

import { median, pairedRatio } from '../statistics.js'
import { resultTable, type Result, type Target } from '../verdict.js'
import type { FanoutMeasurement, FanoutRound } from './measure-fanout.js'

/** The targets for a load of this size. */
export interface FanoutTarget {
  readonly p99Ms?: number
  readonly cpuUs?: number
  /** Of the CPU of plain graphql-ws. */
  readonly cpuShare?: number
  readonly residentMb?: number
}

type AimedMeasurement = FanoutMeasurement & { readonly target: FanoutTarget }

/** Markdown: a table for each load, with the comparison to its targets. */
export function fanoutReport(loads: readonly AimedMeasurement[]): string {
  const intro =
    'Generations that run, watched through sockets of their own by administrators; the client has the same two cores. A delivery is one ' +
    'piece of text at one subscriber, timed from its making by the model; plain graphql-ws makes it itself.'
  return ['## Fan-out', intro, ...loads.map(loadReport)].join('\n\n')
}

function loadReport({ subscribers, generations, everyMs, rounds, target }: AimedMeasurement): string {
  const of = (server: keyof FanoutRound, pick: (result: FanoutRound['parley']) => number) =>
    rounds.map((round) => pick(round[server]))
  const middle = (server: keyof FanoutRound, pick: (result: FanoutRound['parley']) => number) =>
    median(of(server, pick))
  const sumOf = (server: keyof FanoutRound, pick: (result: FanoutRound['parley']) => number) =>
    of(server, pick).reduce((sum, each) => sum + each, 0)
  const row = (name: string, server: keyof FanoutRound) =>
    line([
      name,
      (middle(server, ({ cpuMsPerDelivery }) => cpuMsPerDelivery) * 1_000).toFixed(1),
      middle(server, ({ perSecond }) => perSecond).toFixed(0),
      middle(server, ({ p50Ms }) => p50Ms).toFixed(0),
      middle(server, ({ p99Ms }) => p99Ms).toFixed(0),
      middle(server, ({ residentMb }) => residentMb).toFixed(0),
      sumOf(server, ({ wrong }) => wrong).toFixed(0),
    ])
  const ratio = pairedRatio(
    of('parley', ({ cpuMsPerDelivery }) => cpuMsPerDelivery),
    of('plain', ({ cpuMsPerDelivery }) => cpuMsPerDelivery),
  )
  const p99 = middle('parley', ({ p99Ms }) => p99Ms)
  const cpuUs = middle('parley', ({ cpuMsPerDelivery }) => cpuMsPerDelivery) * 1_000
  const wrong = sumOf('parley', (result) => result.wrong)
  const memory = middle('parley', ({ residentMb }) => residentMb)
  const merged = 1 - middle('parley', ({ messages, deliveries }) => messages / deliveries)
  const results: Result[] = [
    { what: 'p99 of a delivery in ms', figure: p99, text: p99.toFixed(0), ...atMost(target.p99Ms) },
    { what: 'CPU µs of a delivery', figure: cpuUs, text: cpuUs.toFixed(1), ...atMost(target.cpuUs) },
    {
      what: 'CPU per delivery',
      figure: ratio,
      text: `${ratio.toFixed(2)} (${rounds.length} rounds)`,
      ...atMost(target.cpuShare),
      peer: 'plain graphql-ws',
    },
    { what: 'lost or wrong', figure: wrong, text: wrong.toFixed(0), ...atMost(0) },
    {
      what: 'MB of the serving process',
      figure: memory,
      text: memory.toFixed(0),
      ...atMost(target.residentMb),
    },
  ]
  return [
    `### ${generations === 1 ? '' : `${generations} rooms with a reply each, `}${subscribers} subscribers, a piece every ${everyMs} ms`,
    '',
    '| | CPU µs per delivery | deliveries/s | p50 ms | p99 ms | MB | lost or wrong |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    row('Parley', 'parley'),
    row('plain graphql-ws', 'plain'),
    '',
    resultTable(results),
    '',
    `${(merged * 100).toFixed(1)} % of the pieces came with the one before.`,
  ].join('\n')
}

function atMost(limit: number | undefined): { readonly target?: Target } {
  return limit === undefined ? {} : { target: { atMost: limit } }
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

import { median, pairedRatio } from '../statistics.js'
import { resultTable } from '../verdict.js'
import type { FanoutMeasurement, FanoutRound } from './measure-fanout.js'

/** The targets for a load of this size. */
export interface FanoutTarget {
  readonly p99Ms: number
  readonly residentMb?: number
}

/** Markdown: a table for each load, with the comparison to its targets. */
export function fanoutReport(crowds: readonly (FanoutMeasurement & { readonly target: FanoutTarget })[]): string {
  const intro =
    'One generation, watched through sockets of their own by administrators; the client has the same two cores. A delivery is one ' +
    'piece of text at one subscriber, timed from its making by the model; plain graphql-ws makes it itself.'
  return ['## Fan-out', intro, ...crowds.map(crowdReport)].join('\n\n')
}

function crowdReport({
  subscribers,
  everyMs,
  rounds,
  target,
}: FanoutMeasurement & { readonly target: FanoutTarget }): string {
  const of = (server: keyof FanoutRound, pick: (result: FanoutRound['parley']) => number) =>
    rounds.map((round) => pick(round[server]))
  const middle = (server: keyof FanoutRound, pick: (result: FanoutRound['parley']) => number) =>
    median(of(server, pick))
  const row = (name: string, server: keyof FanoutRound) =>
    line([
      name,
      (middle(server, ({ cpuMsPerDelivery }) => cpuMsPerDelivery) * 1_000).toFixed(1),
      middle(server, ({ perSecond }) => perSecond).toFixed(0),
      middle(server, ({ p50Ms }) => p50Ms).toFixed(0),
      middle(server, ({ p99Ms }) => p99Ms).toFixed(0),
      middle(server, ({ residentMb }) => residentMb).toFixed(0),
      of(server, ({ wrong }) => wrong)
        .reduce((sum, wrong) => sum + wrong, 0)
        .toFixed(0),
    ])
  const ratio = pairedRatio(
    of('parley', ({ cpuMsPerDelivery }) => cpuMsPerDelivery),
    of('plain', ({ cpuMsPerDelivery }) => cpuMsPerDelivery),
  )
  const p99 = middle('parley', ({ p99Ms }) => p99Ms)
  const memory = middle('parley', ({ residentMb }) => residentMb)
  const merged = 1 - middle('parley', ({ messages, deliveries }) => messages / deliveries)
  const targets = [
    { what: 'p99 of a delivery in ms', figure: p99, text: p99.toFixed(0), target: { atMost: target.p99Ms } },
    {
      what: 'CPU per delivery',
      figure: ratio,
      text: `${ratio.toFixed(2)} (${rounds.length} rounds)`,
      target: { atMost: 0.5 },
      peer: 'plain graphql-ws',
    },
    {
      what: 'MB of the serving process',
      figure: memory,
      text: memory.toFixed(0),
      ...(target.residentMb === undefined ? {} : { target: { atMost: target.residentMb } }),
    },
  ]
  return [
    `### ${subscribers} subscribers, a piece every ${everyMs} ms`,
    '',
    '| | CPU µs per delivery | deliveries/s | p50 ms | p99 ms | MB | lost or wrong |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    row('Parley', 'parley'),
    row('plain graphql-ws', 'plain'),
    '',
    resultTable(targets),
    '',
    `${(merged * 100).toFixed(1)} % of the pieces came with the one before.`,
  ].join('\n')
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

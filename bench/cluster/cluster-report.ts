import { median, pairedDifference, quantile } from '../statistics.js'
import { resultTable } from '../verdict.js'
import type { ClusterResult, DeltaResult } from './measure-cluster.js'

/** Markdown: the delay of deltas, the number of workers, the time to start, each with its target. */
export function clusterReport({ deltas, scaling, startsMs, turns }: ClusterResult): string {
  const of = (shape: 'one' | 'cluster', pick: (result: DeltaResult) => number) =>
    deltas.map((round) => pick(round[shape]))
  const row = (name: string, shape: 'one' | 'cluster') => {
    const middle = (pick: (result: DeltaResult) => number) => median(of(shape, pick)).toFixed(0)
    const wrong = of(shape, (result) => result.wrong).reduce((sum, each) => sum + each, 0)
    const cells = [
      middle((r) => r.perSecond),
      middle((r) => r.p50Ms),
      middle((r) => r.p99Ms),
      middle((r) => r.cpuUsPerDelta),
    ]
    return `| ${[name, ...cells, wrong].join(' | ')} |`
  }
  const added = (pick: (result: DeltaResult) => number) => pairedDifference(of('cluster', pick), of('one', pick))
  const [p50, p99] = [added((result) => result.p50Ms), added((result) => result.p99Ms)]
  const ms = (what: string, figure: number, atMost: number) => ({
    what: `${what} in ms`,
    figure,
    text: figure.toFixed(1),
    target: { atMost },
  })
  const beside = 'one process on the embedded stores'
  const cpu = median(of('cluster', (result) => result.cpuUsPerDelta))
  const [{ perSecond: single } = { perSecond: Number.NaN }, ...more] = scaling
  const linear = more.map(({ workers, perSecond }) => {
    const share = perSecond / (workers * single)
    return {
      what: `replies/s of ${workers} workers, as a share of linear`,
      figure: share,
      text: `${share.toFixed(3)} (${perSecond.toFixed(2)} replies/s)`,
      target: { atLeast: 0.95 },
      peer: '1 worker',
    }
  })
  const turn = turns.map(({ workers, totalMs, readTokens, promptTokens }) => {
    const share = ((readTokens / promptTokens) * 100).toFixed(0)
    const count = workers === 1 ? '1 worker' : `${workers} workers`
    return `- ${count}: ${share} % of the prompt is read, and the reply ends ${median(totalMs).toFixed(0)} ms after sendMessage`
  })
  return [
    '## Several machines, all on this one',
    '',
    'Many replies at once, each watched by one subscriber; the model, the clients and all servers have the same cores. CPU is that of the instance',
    `and of Redis (of one process: with its worker), for each token. Medians of ${deltas.length} rounds.`,
    '',
    '| | tokens/s | p50 ms | p99 ms | CPU µs per token | lost or wrong |',
    '| --- | --- | --- | --- | --- | --- |',
    row('one process', 'one'),
    row('an instance, a worker, PostgreSQL, Redis', 'cluster'),
    '',
    'What the second adds to the delay of a token (median of the differences of the rounds), and its CPU:',
    '',
    resultTable([
      { ...ms('p50 that is added', p50, 15), peer: beside },
      { ...ms('p99 that is added', p99, 45), peer: beside },
      { what: 'CPU per token in µs', figure: cpu, text: cpu.toFixed(0), target: { atMost: 110 } },
    ]),
    '',
    `Scripted replies of 500 ms; 1 worker generates ${single.toFixed(2)} replies/s:`,
    '',
    resultTable(linear),
    '',
    `From sendMessage to the request at the model, ${startsMs.length} times on an idle worker:`,
    '',
    resultTable([ms('p50', quantile(startsMs, 0.5), 15), ms('p99', quantile(startsMs, 0.99), 80)]),
    '',
    'The tenth turn of three rooms that send messages in turn to the medium model (no target):',
    '',
    ...turn,
  ].join('\n')
}

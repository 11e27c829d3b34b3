import { median, pairedDifference, quantile } from '../statistics.js'
import { verdict } from '../verdict.js'
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
  const line = (what: string, figure: string, met: string) => `- ${what}: ${figure}, ${met}`
  const ms = (what: string, value: number, atMost: number) =>
    line(what, `${value.toFixed(1)} ms`, verdict(value, { atMost }))
  const cpu = median(of('cluster', (result) => result.cpuUsPerDelta))
  const [{ perSecond: single } = { perSecond: Number.NaN }, ...more] = scaling
  const linear = more.map(({ workers, perSecond }) => {
    const share = perSecond / (workers * single)
    const figure = `${perSecond.toFixed(2)} replies/s, ${share.toFixed(3)} of linear`
    return line(`${workers} workers`, figure, verdict(share, { atLeast: 0.95 }))
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
    ms('p50', p50, 15),
    ms('p99', p99, 45),
    line('CPU', `${cpu.toFixed(0)} µs`, verdict(cpu, { atMost: 110 })),
    '',
    `Scripted replies of 500 ms; 1 worker generates ${single.toFixed(2)} replies/s:`,
    '',
    ...linear,
    '',
    `From sendMessage to the request at the model, ${startsMs.length} times on an idle worker:`,
    '',
    ms('p50', quantile(startsMs, 0.5), 15),
    ms('p99', quantile(startsMs, 0.99), 80),
    '',
    'The tenth turn of three rooms that send messages in turn to the medium model (no target):',
    '',
    ...turn,
  ].join('\n')
}

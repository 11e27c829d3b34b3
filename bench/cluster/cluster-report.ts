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
  const cpu = median(of('cluster', (result) => result.cpuUsPerDelta))
  const single = scaling.at(0)?.perSecond ?? 0
  const linear = scaling.map(({ workers, perSecond }) => {
    const share = perSecond / (workers * single)
    return `${workers}: ${perSecond.toFixed(2)} replies/s, ${share.toFixed(3)} of linear (${verdict(share, { atLeast: 0.95 })})`
  })
  const [start50, start99] = [quantile(startsMs, 0.5), quantile(startsMs, 0.99)]
  const turn = turns.map(({ workers, totalMs, readTokens, promptTokens }) => {
    const share = ((readTokens / promptTokens) * 100).toFixed(0)
    return `with ${workers} workers ${share} % of the prompt is read, in ${median(totalMs).toFixed(0)} ms`
  })
  return [
    '## Several machines, all on this one',
    '',
    'Many replies at once, each watched by one subscriber; the model, the clients and all servers have the same cores. CPU is that of the instance',
    'and of Redis (of one process: with its worker), for each token.',
    '',
    '| | tokens/s | p50 ms | p99 ms | CPU µs per token | lost or wrong |',
    '| --- | --- | --- | --- | --- | --- |',
    row('one process', 'one'),
    row('an instance, a worker, PostgreSQL, Redis', 'cluster'),
    '',
    `Added: p50 ${p50.toFixed(0)} ms, ${verdict(p50, { atMost: 15 })}; p99 ${p99.toFixed(0)} ms, ${verdict(p99, { atMost: 45 })}; ` +
      `${cpu.toFixed(0)} µs of CPU, ${verdict(cpu, { atMost: 110 })} (${deltas.length} rounds).`,
    '',
    `Scripted replies of 500 ms by the number of workers: ${linear.join('; ')}.`,
    '',
    `From sendMessage to the request at the model, ${startsMs.length} times on an idle worker: p50 ${start50.toFixed(1)} ms, ` +
      `${verdict(start50, { atMost: 15 })}; p99 ${start99.toFixed(1)} ms, ${verdict(start99, { atMost: 80 })}.`,
    '',
    `The tenth turn of three rooms that speak in turn to the medium model: ${turn.join('; ')}.`,
  ].join('\n')
}

import { median, pairedRatio, ratios, spread } from '../statistics.js'
import { verdict } from '../verdict.js'
import { clients, longRoomEntries } from './fill-log-rooms.js'
import { acts } from './measure-logs.js'
import type { Act, LogsMeasurement, LogsRound, PageRound } from './measure-logs.js'

const titles: Readonly<Record<Act, string>> = {
  save: '`save_log`, durable, each client in a room of its own',
  load: '`load_log`, 20 entries',
}

/** Markdown: a table for each operation with the comparison to the targets, and the cost of a page of a long room. */
export function logsReport({ rounds, pages }: LogsMeasurement): string {
  const intro = `${clients} clients at once; no request failed, or there would be no report.`
  return [
    '## Chat logs on the embedded store',
    intro,
    ...acts.map((act) => actReport(act, rounds)),
    pagesReport(pages),
  ].join('\n\n')
}

function actReport(act: Act, all: readonly LogsRound[]): string {
  const rounds = all.filter((round) => round.act === act)
  const storeCpu = rounds.map(({ store }) => store.cpuMs)
  const cpu = (server: 'parley' | 'express') => rounds.map((round) => round[server].cpuMsPerRequest)
  const middle = (pick: (round: LogsRound) => number) => median(rounds.map(pick))
  const row = (name: string, server: 'parley' | 'express') =>
    line([
      name,
      median(cpu(server)).toFixed(3),
      pairedRatio(cpu(server), cpu('express')).toFixed(2),
      pairedRatio(cpu(server), storeCpu).toFixed(1),
      middle((round) => round[server].requestsPerSecond).toFixed(0),
      middle((round) => round[server].p50Ms).toFixed(1),
      middle((round) => round[server].p99Ms).toFixed(1),
    ])
  const disagreement = (spread(ratios(cpu('parley'), cpu('express'))) * 100).toFixed(0)
  const perSecond = middle(({ parley }) => parley.requestsPerSecond)
  const p99 = middle(({ parley }) => parley.p99Ms)
  const targets =
    act === 'save'
      ? `${perSecond.toFixed(0)} durable saves per second, ${verdict(perSecond, { atLeast: 700 })}; ` +
        `p99 ${p99.toFixed(0)} ms, ${verdict(p99, { atMost: 100 })} `
      : ''
  return [
    `### ${titles[act]}`,
    '',
    '| | CPU ms per request | of Express | of the store | requests/s | p50 ms | p99 ms |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    row('Parley', 'parley'),
    row('Express, same statements', 'express'),
    line([
      'the statements alone',
      median(storeCpu).toFixed(3),
      '',
      '1',
      middle(({ store }) => store.perSecond).toFixed(0),
      '',
      '',
    ]),
    '',
    `${targets}(${rounds.length} rounds, ±${disagreement} % between them in the ratio to Express).`,
  ].join('\n')
}

function pagesReport(pages: readonly PageRound[]): string {
  const [long, short] = [pages.map((page) => page.long), pages.map((page) => page.short)]
  const ratio = pairedRatio(
    long.map(({ cpuMsPerRequest }) => cpuMsPerRequest),
    short.map(({ cpuMsPerRequest }) => cpuMsPerRequest),
  )
  return [
    '### The newest 20 entries of a long room',
    '',
    `A page of a room with ${longRoomEntries} entries needs ${ratio.toFixed(2)} of the CPU of one of 100 ` +
      `(${median(long.map(({ cpuMsPerRequest }) => cpuMsPerRequest)).toFixed(3)} ms), ` +
      `${verdict(ratio, { atMost: 1.1 })}; p50 ${median(long.map(({ p50Ms }) => p50Ms)).toFixed(1)} ms, ` +
      `p99 ${median(long.map(({ p99Ms }) => p99Ms)).toFixed(1)} ms.`,
  ].join('\n')
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

import { cpuResult, loadTable } from '../load/load-table.js'
import { median, pairedRatio } from '../statistics.js'
import { resultTable, type Result } from '../verdict.js'
import { clients, longRoomEntries } from './fill-log-rooms.js'
import { acts, type Act, type Contender, type LogsMeasurement, type LogsRound, type PageRound } from './measure-logs.js'

const titles: Readonly<Record<Act, string>> = {
  save: '`save_log`, durable, each client in a room of its own',
  load: '`load_log`, 20 entries',
}
const names: Readonly<Record<Contender, string>> = {
  parley: 'Parley',
  express: 'bare Express',
  safeFastify: 'Fastify with equal safety',
}

/** Markdown: for each operation a table of the servers and the figures with targets, and the cost of a page of a long room. */
export function logsReport({ rounds, pages }: LogsMeasurement): string {
  const intro = `${clients} clients at once; no request failed, or there would be no report.`
  const reports = acts.map((act) => actReport(act, rounds[act]))
  return ['## Chat logs on the embedded store', intro, ...reports, pagesReport(pages)].join('\n\n')
}

function actReport(act: Act, rounds: readonly LogsRound[]): string {
  const servers = rounds.map((round) => round.servers)
  const storeCpu = median(rounds.map(({ store }) => store.cpuMs)).toFixed(3)
  const perSecond = median(rounds.map(({ store }) => store.perSecond)).toFixed(0)
  const compared = [
    cpuResult(servers, names, {
      of: 'parley',
      to: 'express',
      ...(act === 'load' ? { target: { atMost: 0.95 } } : {}),
    }),
    cpuResult(servers, names, { of: 'safeFastify', to: 'express' }),
    cpuResult(servers, names, { of: 'parley', to: 'safeFastify' }),
  ]
  return [
    `### ${titles[act]}`,
    loadTable(servers, names, 'express'),
    `The statements alone, one after the other without HTTP: ${storeCpu} ms of CPU, ${perSecond} per second.`,
    resultTable(act === 'save' ? [...durableSaves(rounds), ...compared] : compared),
  ].join('\n\n')
}

function durableSaves(rounds: readonly LogsRound[]): Result[] {
  const perSecond = median(rounds.map(({ servers }) => servers.parley.requestsPerSecond))
  const p99Ms = median(rounds.map(({ servers }) => servers.parley.p99Ms))
  return [
    { what: 'durable saves per second', figure: perSecond, text: perSecond.toFixed(0), target: { atLeast: 700 } },
    { what: 'p99 of a durable save in ms', figure: p99Ms, text: p99Ms.toFixed(0), target: { atMost: 80 } },
  ]
}

function pagesReport(pages: readonly PageRound[]): string {
  const [long, short] = [pages.map((page) => page.long), pages.map((page) => page.short)]
  const cpu = (results: typeof long) => results.map(({ cpuMsPerRequest }) => cpuMsPerRequest)
  const ratio = pairedRatio(cpu(long), cpu(short))
  return [
    '### The newest 20 entries of a long room',
    `${median(cpu(long)).toFixed(3)} ms of CPU; p50 ${median(long.map(({ p50Ms }) => p50Ms)).toFixed(1)} ms, ` +
      `p99 ${median(long.map(({ p99Ms }) => p99Ms)).toFixed(1)} ms.`,
    resultTable([
      {
        what: `CPU for a page of a room of ${longRoomEntries} entries`,
        figure: ratio,
        text: ratio.toFixed(2),
        target: { atMost: 1.1 },
        peer: 'a page of a room of 100',
      },
    ]),
  ].join('\n\n')
}

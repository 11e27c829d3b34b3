import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testServer } from '@parley/testing'
import { clusterReport } from './cluster/cluster-report.js'
import { measureCluster } from './cluster/measure-cluster.js'
import { deletionsReport } from './deletions/deletions-report.js'
import { measureDeletions } from './deletions/measure-deletions.js'
import { demoReport } from './demo/demo-report.js'
import { measureDemo } from './demo/measure-demo.js'
import { engineReport } from './engine/engine-report.js'
import { measureEngine } from './engine/measure-engine.js'
import { fanoutReport } from './fanout/fanout-report.js'
import { measureFanout } from './fanout/measure-fanout.js'
import type { Engine } from './filled-databases.js'
import { measureList } from './list/measure-list.js'
import { listReport } from './list/list-report.js'
import { logsReport } from './logs/logs-report.js'
import { measureLogs } from './logs/measure-logs.js'
import { loreReport } from './lore/lore-report.js'
import { measureLore } from './lore/measure-lore.js'
import { machine } from './machine.js'
import { measurePage } from './page/measure-page.js'
import { pageReport } from './page/page-report.js'
import { measurePassages } from './passages/measure-passages.js'
import { passagesReport } from './passages/passages-report.js'
import { measureQueue } from './queue/measure-queue.js'
import { queueReport } from './queue/queue-report.js'
import { measureReaders, type ReadersMeasurement } from './readers/measure-readers.js'
import { readersReport } from './readers/readers-report.js'
import { keepResult, sectionsOf } from './results.js'
import { measureRest } from './rest/measure-rest.js'
import { restReport } from './rest/rest-report.js'
import { measureSearch } from './search/measure-search.js'
import { searchReport } from './search/search-report.js'
import { measureStarts } from './start/measure-start.js'
import { startReport } from './start/start-report.js'
import { measureTokens } from './tokens/measure-tokens.js'
import { tokensReport } from './tokens/tokens-report.js'

// npm run bench: compares Parley with lower bounds, in ratios. `npm run bench -- list` runs one part, and so do `rest`,
// `logs`, `deletions`, `start`, `tokens`, `demo`, `engine`, `fanout`, `readers`, `queue` and `lore`. `bash .ci/cluster.sh npm run bench -- cluster` and
// `... -- search passages` run those that need PostgreSQL and Redis, `bash .ci/chromium.sh npm run bench -- page` the one in Chromium.
// `bash .ci/postgres.sh npm run bench -- list` measures the list on PostgreSQL too.

/** 50 to 200 tokens a second on one thread, with 16-bit weights: models in use have no wider ones. */
const medium = { width: 768, layers: 8, heads: 8, keyValueHeads: 2, isHalf: true }

const parts: Readonly<Record<string, (folder: string) => Promise<string>>> = {
  list: async (folder) => {
    const options = { starts: 3, rounds: 4, durationMs: 2_500, warmUpMs: 4_000, folder }
    const engines: Engine[] = testServer() === undefined ? ['SQLite'] : ['SQLite', 'PostgreSQL']
    const reports: string[] = []
    for (const engine of engines) reports.push(listReport(await measureList(engine, options)))
    return reports.join('\n\n')
  },
  rest: async (folder) =>
    restReport(await measureRest({ starts: 3, rounds: 3, durationMs: 2_500, warmUpMs: 4_000, folder })),
  logs: async (folder) =>
    logsReport(await measureLogs({ starts: 3, rounds: 3, durationMs: 2_500, warmUpMs: 4_000, folder })),
  deletions: async (folder) =>
    deletionsReport(await measureDeletions({ starts: 2, rounds: 4, rooms: 60, entriesPerRoom: 100, folder })),
  start: async (folder) => startReport(await measureStarts({ starts: 7, folder })),
  tokens: async (folder) => {
    const shared = { rounds: 15, warmUps: 3, maxTokens: 128, folder }
    return tokensReport([
      await measureTokens({ ...shared, model: 'medium', tiny: medium }),
      await measureTokens({ ...shared, model: 'tiny', tiny: {} }),
    ])
  },
  demo: async (folder) => demoReport(await measureDemo({ rounds: 10, folder })),
  engine: async (folder) => engineReport(await measureEngine({ tiny: medium, turns: 60, rounds: 3, folder })),
  fanout: async (folder) => {
    const shared = { rounds: 3, durationMs: 10_000, folder }
    const small = await measureFanout({ ...shared, subscribers: 1_000, generations: 1, everyMs: 200 })
    const large = await measureFanout({ ...shared, subscribers: 5_000, generations: 1, everyMs: 500 })
    const full = await measureFanout({ ...shared, subscribers: 10_000, generations: 1, everyMs: 1_000 })
    const rooms = await measureFanout({ ...shared, subscribers: 1_000, generations: 1_000, everyMs: 1_000 })
    return fanoutReport([
      { ...small, target: { p99Ms: 120, cpuShare: 0.5 } },
      { ...large, target: { p99Ms: 400, cpuShare: 0.5, residentMb: 500 } },
      { ...full, target: { p99Ms: 400, cpuShare: 0.5, cpuUs: 14 } },
      { ...rooms, target: { cpuUs: 60 } },
    ])
  },
  readers: async (folder) => {
    const rounds: ReadersMeasurement[] = []
    for (const round of ['1', '2', '3'])
      rounds.push(
        await measureReaders({
          sockets: 512,
          perSocket: 98,
          everyMs: 100,
          durationMs: 15_000,
          folder: join(folder, round),
        }),
      )
    return readersReport(rounds)
  },
  queue: async (folder) => queueReport(await measureQueue({ waiting: 31, rounds: 3, tokens: 20, folder })),
  lore: async () => loreReport(await measureLore({ entries: 2_000, rounds: 500 })),
  page: async (folder) => pageReport(await measurePage({ loads: 15, entries: 1_000, rooms: 5_000, folder })),
  search: async (folder) => {
    const options = { rooms: 100, requests: 200, folder }
    const measured = [await measureSearch('SQLite', options), await measureSearch('PostgreSQL', options)]
    return searchReport(measured, options.rooms)
  },
  passages: async (folder) => {
    const options = { files: 20, passagesPerFile: 5_000, questions: 200, folder }
    return passagesReport([await measurePassages('SQLite', options), await measurePassages('PostgreSQL', options)])
  },
  cluster: async (folder) => {
    const replies = { replies: 100, tokensPerSecond: 50, repliesPerWorker: 20, starts: 100, tiny: medium }
    return clusterReport(await measureCluster({ ...replies, rounds: 3, durationMs: 5_000, folder }))
  },
}

/** Those that need servers or a browser, which not every machine has. */
const onRequest = ['cluster', 'page', 'passages', 'search']

const named = process.argv.slice(2)
const asked = named.length > 0 ? named : Object.keys(parts).filter((name) => !onRequest.includes(name))
const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
// PostgreSQL and Redis run as users of their own
chmodSync(folder, 0o755)
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (!asked.includes(name)) continue
    mkdirSync(join(folder, name))
    for (const section of sectionsOf(await measure(join(folder, name)))) {
      const report = `${section}\n\n${machine()}`
      console.log(`${report}\n`)
      keepResult(report)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

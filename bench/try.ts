import { mkdtempSync } from 'node:fs'
import { measureList } from './list/measure-list.js'
import { median, pairedRatio } from './statistics.js'
const folder = mkdtempSync('/tmp/bench-')
const [rounds = 3, durationMs = 2000] = process.argv.slice(2).map(Number)
for (const r of await measureList({ rounds, durationMs, warmUpMs: 3000, folder })) {
  console.log(r.caller)
  for (const s of [r.parley, r.apollo, r.mercurius])
    console.log(s.server.padEnd(26), median(s.rounds.map((x) => x.requestsPerSecond)).toFixed(0), 'req/s', median(s.rounds.map((x) => x.cpuMsPerRequest)).toFixed(3), 'ms', pairedRatio(s.rounds.map((x) => x.cpuMsPerRequest), r.apollo.rounds.map((x) => x.cpuMsPerRequest)).toFixed(2))
}

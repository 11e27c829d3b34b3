import { mkdtempSync } from 'node:fs'
import { startListServers } from './list/list-servers.js'
import { runLoad } from './list/run-load.js'
import { median, pairedRatio, spread } from './statistics.js'
const folder = mkdtempSync('/tmp/bench-')
const [rounds = 5, durationMs = 2000] = process.argv.slice(2).map(Number)
const query = `query Characters($first: Int) { characters(first: $first) { nodes { id name greeting context imageUrl visibility ownerId createdAt } pageInfo { hasNextPage endCursor } } }`
const s = await startListServers(folder)
const body = JSON.stringify({ query, variables: { first: 20 } })
for (const token of [undefined, s.token]) {
  const p: number[] = [],
    a: number[] = []
  for (let i = -1; i < rounds; i++) {
    const d = i < 0 ? 5000 : durationMs
    const x = await runLoad(s.parley, { body, connections: 8, durationMs: d, token })
    const y = await runLoad(s.apollo, { body, connections: 8, durationMs: d, token })
    if (i >= 0) {
      p.push(x.cpuMsPerRequest)
      a.push(y.cpuMsPerRequest)
    }
  }
  console.log(
    token ? 'token' : 'anon ',
    'parley',
    median(p).toFixed(3),
    'apollo',
    median(a).toFixed(3),
    'ratio',
    pairedRatio(p, a).toFixed(3),
    'spread',
    spread(p.map((v, i) => v / a[i]!)).toFixed(3),
  )
}
await s.stop()

import { mkdtempSync } from 'node:fs'
import { startListServers } from './list/list-servers.js'
import { runLoad } from './list/run-load.js'
import { median, pairedRatio, spread } from './statistics.js'
const [instances = 2, rounds = 5, durationMs = 2000] = process.argv.slice(2).map(Number)
const query = `query Characters($first: Int) { characters(first: $first) { nodes { id name greeting context imageUrl visibility ownerId createdAt } pageInfo { hasNextPage endCursor } } }`
const body = JSON.stringify({ query, variables: { first: 20 } })
const all: Record<string, [number[], number[]]> = { anon: [[], []], token: [[], []] }
for (let n = 0; n < instances; n++) {
  const folder = mkdtempSync('/tmp/bench-')
  const s = await startListServers(folder)
  for (let i = -1; i < rounds; i++)
    for (const token of [undefined, s.token]) {
      const [p, a] = all[token ? 'token' : 'anon']!
      const d = i < 0 ? 4000 : durationMs
      const x = await runLoad(s.parley, { body, connections: 8, durationMs: d, token })
      const y = await runLoad(s.apollo, { body, connections: 8, durationMs: d, token })
      if (i >= 0) {
        p.push(x.cpuMsPerRequest)
        a.push(y.cpuMsPerRequest)
      }
    }
  await s.stop()
  for (const [name, [p, a]] of Object.entries(all))
    console.log(
      name,
      'parley',
      median(p).toFixed(3),
      'apollo',
      median(a).toFixed(3),
      'ratio',
      pairedRatio(p, a).toFixed(3),
      p.map((v, i) => (v / a[i]!).toFixed(2)).join(' '),
    )
}

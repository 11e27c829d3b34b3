import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureList } from './list/measure-list.js'
import { listReport } from './list/list-report.js'
import { logsReport } from './logs/logs-report.js'
import { measureLogs } from './logs/measure-logs.js'
import { machine } from './machine.js'
import { keepResult } from './results.js'
import { measureRest } from './rest/measure-rest.js'
import { restReport } from './rest/rest-report.js'
import { measureTokens } from './tokens/measure-tokens.js'
import { tokensReport } from './tokens/tokens-report.js'

// npm run bench: Parley beside what it could be at best, in ratios. `npm run bench -- list`, `-- rest`, `-- logs` or `-- tokens` does one part.

const medium = { width: 512, layers: 8, heads: 8, keyValueHeads: 2 }

const parts: Readonly<Record<string, (folder: string) => Promise<string>>> = {
  list: async (folder) =>
    listReport(await measureList({ starts: 3, rounds: 3, durationMs: 2_500, warmUpMs: 4_000, folder })),
  rest: async (folder) =>
    restReport(await measureRest({ starts: 3, rounds: 3, durationMs: 2_500, warmUpMs: 4_000, folder })),
  logs: async (folder) =>
    logsReport(await measureLogs({ starts: 3, rounds: 3, durationMs: 2_500, warmUpMs: 4_000, folder })),
  tokens: async (folder) => {
    const shared = { rounds: 15, warmUps: 3, maxTokens: 128, folder }
    return tokensReport([
      await measureTokens({ ...shared, model: 'medium', tiny: medium }),
      await measureTokens({ ...shared, model: 'tiny', tiny: {} }),
    ])
  },
}

const asked = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    mkdirSync(join(folder, name))
    const report = `${await measure(join(folder, name))}\n\n${machine()}`
    console.log(`${report}\n`)
    keepResult(report)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureList } from './list/measure-list.js'
import { listReport } from './list/list-report.js'
import { machine } from './machine.js'
import { measureTokens } from './tokens/measure-tokens.js'
import { tokensReport } from './tokens/tokens-report.js'

// npm run bench: Parley beside what it could be at best, in ratios. Ends with bench/results.md written anew.
const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
try {
  const list = listReport(await measureList({ starts: 3, rounds: 3, durationMs: 2_500, warmUpMs: 4_000, folder }))
  console.log(list)
  const shared = { rounds: 15, warmUps: 3, maxTokens: 128, folder }
  mkdirSync(join(folder, 'tokens'))
  const medium = { width: 512, layers: 8, heads: 8, keyValueHeads: 2 }
  const tokens = tokensReport([
    await measureTokens({ ...shared, model: 'medium', tiny: medium }),
    await measureTokens({ ...shared, model: 'tiny', tiny: {} }),
  ])
  console.log(tokens)
  writeFileSync('bench/results.md', ['# Results', machine(), list, tokens].join('\n\n') + '\n')
} finally {
  rmSync(folder, { recursive: true, force: true })
}

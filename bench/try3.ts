import { mkdtempSync } from 'node:fs'
import { measureTokens } from './tokens/measure-tokens.js'
import { median, pairedDifference, pairedRatio } from './statistics.js'
const folder = mkdtempSync('/tmp/bench-')
const medium = { width: 512, layers: 8, heads: 8, keyValueHeads: 2 }
for (const [model, tiny] of [
  ['medium', medium],
  ['tiny', {}],
] as const) {
  const r = await measureTokens({ model, tiny, rounds: 9, warmUps: 3, maxTokens: 128, folder })
  const rate = (s: typeof r.raw) => s.map((a) => ((a.tokens - 1) / a.streamingMs) * 1000)
  const first = (s: typeof r.raw) => s.map((a) => a.firstTokenMs)
  console.log(
    model,
    'raw',
    median(rate(r.raw)).toFixed(0),
    'tok/s parley',
    median(rate(r.parley)).toFixed(0),
    'ratio',
    pairedRatio(rate(r.parley), rate(r.raw)).toFixed(3),
    'first raw',
    median(first(r.raw)).toFixed(1),
    'parley',
    median(first(r.parley)).toFixed(1),
    'diff',
    pairedDifference(first(r.parley), first(r.raw)).toFixed(1),
    'read',
    r.raw[0]?.readTokens,
  )
  console.log(
    first(r.parley)
      .map((v) => v.toFixed(0))
      .join(' '),
    '|',
    first(r.raw)
      .map((v) => v.toFixed(0))
      .join(' '),
    '|',
    rate(r.parley)
      .map((v) => v.toFixed(0))
      .join(' '),
    '|',
    rate(r.raw)
      .map((v) => v.toFixed(0))
      .join(' '),
  )
}

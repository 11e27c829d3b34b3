import { writeFileSync } from 'node:fs'
import type { AttackResult } from './attack-runner.js'
import { describeOutcome, megabytes } from './attackers/tactic.js'
import { longest, type Turns } from './turns.js'

export function describeResult({
  attack,
  outcomes,
  peakBytes,
  ordinary,
  faults,
  turns,
  ...heap
}: AttackResult): string[] {
  const { count, p50, p99, max, latestMs } = ordinary
  return [
    `${faults.length === 0 ? 'held off' : 'NOT HELD OFF'}: ${attack}`,
    ...faults.map((fault) => `  ${fault}`),
    `  attackers: ${outcomes.map(describeOutcome).join(' | ')}`,
    `  peak ${megabytes(peakBytes)} MB, heap ${sizeOf(heap.heapBefore)} to ${sizeOf(heap.heapAfter)} MB in ${String(heap.settledMs)} ms; ` +
      `ordinary client: ${String(count)} answers, p50 ${String(p50)} ms, p99 ${String(p99)} ms, max ${String(max)} ms, itself late by ${String(latestMs)} ms at most; ` +
      `longest turn ${describeTurns(turns)}`,
  ]
}

const head = `# Results of the abuse suite

One row for each attack of \`npm run test:abuse -- --report\`: a built server with a heap of 512 MB, embedded database, scripted
model, every listener. Memory in MB; the heap is what is left after a garbage collection, before the attack and after it. The
ordinary client sends 20 requests a second all the time; its delays in ms are a report (target: 99 % within 1 s), its answers are a
test. "Client late" is how late its own timers were at most: above 500 ms the machine had no processor, and 503 is no wrong answer.
The longest turn of an event loop, of the server or a worker, is in milliseconds of the processor, at most 200. Only Node.js 24 measures it, whose memory is larger than
the bounds of some attacks.
Machine: two shared cores, which the attackers and the ordinary client use too.

| attack | held off | what the attackers got | peak RSS | heap before | heap after | ordinary answers | p50 | p99 | max | client late | within 1 s | longest turn |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
`

export function writeReport(path: string, results: readonly AttackResult[]): void {
  const rows = results.map(({ attack, faults, outcomes, peakBytes, heapBefore, heapAfter, ordinary, turns }) =>
    [
      attack,
      faults.length === 0 ? 'yes' : `no: ${faults.join('; ')}`,
      outcomes.map(describeOutcome).join(' / '),
      megabytes(peakBytes),
      sizeOf(heapBefore),
      sizeOf(heapAfter),
      ordinary.count,
      ordinary.p50,
      ordinary.p99,
      ordinary.max,
      ordinary.latestMs,
      `${(ordinary.within * 100).toFixed(1)} %`,
      describeTurns(turns),
    ].map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')),
  )
  writeFileSync(path, `${head}${rows.map((cells) => `| ${cells.join(' | ')} |\n`).join('')}`)
}

function describeTurns(turns: Turns): string {
  if (turns.counted === 0) return 'not measured'
  return turns.long.length === 0 ? 'below 50 ms' : `${String(longest(turns))} ms`
}

function sizeOf(bytes: number | undefined): string {
  return bytes === undefined ? 'none' : megabytes(bytes)
}

import { median, quantile } from '../statistics.js'
import { resultTable } from '../verdict.js'
import type { LoreResult } from './measure-lore.js'

export function loreReport({ entries, keys, texts }: LoreResult): string {
  return [
    `## The keys of a lorebook of ${entries.toLocaleString('en')} entries with ${keys.toLocaleString('en')} keys, in one turn`,
    '',
    ...texts.map(
      ({ name, letters, cpuMs }) =>
        `${name}, ${letters.toLocaleString('en')} letters: 95 % within ${quantile(cpuMs, 0.95).toFixed(2)} ms of CPU.`,
    ),
    '',
    resultTable(
      texts.map(({ name, cpuMs }) => ({
        what: `CPU ms, ${name}`,
        figure: median(cpuMs),
        text: median(cpuMs).toFixed(2),
        target: { atMost: 2 },
      })),
    ),
  ].join('\n')
}

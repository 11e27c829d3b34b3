import { median } from '../statistics.js'
import { resultTable } from '../verdict.js'
import type { StartResult } from './measure-start.js'

export function startReport(starts: readonly StartResult[]): string {
  const middle = (figure: (start: StartResult) => number) => Math.round(median(starts.map(figure)))
  const readyMs = middle((start) => start.readyMs)
  const loadedMs = middle((start) => start.loadedMs)
  const memoryMb = middle((start) => start.memoryMb)
  return [
    '## The start of the whole system with the bundled model',
    '',
    `${middle((start) => start.cpuMs)} ms of CPU in all processes until both workers have their model. Memory is that of a second later (PSS).`,
    '',
    resultTable([
      { what: 'ms until `ready`', figure: readyMs, text: String(readyMs), target: { atMost: 2_000 } },
      {
        what: 'ms until both workers have their model',
        figure: loadedMs,
        text: String(loadedMs),
        target: { atMost: 3_000 },
      },
      { what: 'MB of all processes', figure: memoryMb, text: String(memoryMb), target: { atMost: 240 } },
    ]),
    '',
    `(${starts.length} starts on an existing folder, medians.)`,
  ].join('\n')
}

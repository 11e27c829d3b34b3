import { median } from '../statistics.js'
import { resultTable } from '../verdict.js'
import type { StartResult, Workers } from './measure-start.js'

export function startReport({ separate, shared }: Readonly<Record<Workers, readonly StartResult[]>>): string {
  const middle = (figure: (start: StartResult) => number, starts = separate) => Math.round(median(starts.map(figure)))
  const readyMs = middle((start) => start.readyMs)
  const loadedMs = middle((start) => start.loadedMs)
  const memoryMb = middle((start) => start.memoryMb)
  const sharedMb = middle((start) => start.memoryMb, shared)
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
      { what: 'MB of all processes with `WORKERS=shared`', figure: sharedMb, text: String(sharedMb) },
    ]),
    '',
    `(${separate.length} starts of each on an existing folder, medians.)`,
  ].join('\n')
}

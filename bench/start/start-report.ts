import { median } from '../statistics.js'
import { verdict } from '../verdict.js'
import type { StartResult } from './measure-start.js'

export function startReport(starts: readonly StartResult[]): string {
  const middle = (figure: (start: StartResult) => number) => Math.round(median(starts.map(figure)))
  const readyMs = middle((start) => start.readyMs)
  const loadedMs = middle((start) => start.loadedMs)
  const memoryMb = middle((start) => start.memoryMb)
  return [
    '## The start of the whole system with the bundled model',
    '',
    `Ready after ${readyMs} ms, ${verdict(readyMs, { atMost: 2_000 })}; both workers have their model after ${loadedMs} ms, ` +
      `${verdict(loadedMs, { atMost: 3_000 })}; ${middle((start) => start.cpuMs)} ms of CPU in all processes until then.`,
    `Their memory a second later (PSS): ${memoryMb} MB, ${verdict(memoryMb, { atMost: 240 })}.`,
    '',
    `(${starts.length} starts on an existing folder, medians.)`,
  ].join('\n')
}

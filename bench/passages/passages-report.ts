import { quantile } from '../statistics.js'
import { resultTable } from '../verdict.js'
import type { PassagesMeasurement } from './measure-passages.js'

const targetMs = 50

/** Markdown: the times to find the best passages, by engine and kind of question. */
export function passagesReport(measured: readonly PassagesMeasurement[]): string {
  const intro = 'The best ten of all passages of the files of one room, one question at a time, with their texts.'
  return ['## Passages of files', intro, ...measured.map(engineReport)].join('\n\n')
}

function engineReport({ engine, passages, files, cpuMsPerPassage, questions }: PassagesMeasurement): string {
  const rows = questions.map(
    ({ kind, ms }) => `| ${kind} | ${quantile(ms, 0.5).toFixed(1)} | ${quantile(ms, 0.99).toFixed(1)} |`,
  )
  const all = questions.flatMap(({ ms }) => ms)
  const p99 = quantile(all, 0.99)
  return [
    `### On ${engine}, ${passages.toLocaleString('en')} passages of ${files} files`,
    '',
    '| question | p50 ms | p99 ms |',
    '| --- | --- | --- |',
    ...rows,
    '',
    resultTable([
      {
        what: `p99 of all ${all.length} questions in ms`,
        figure: p99,
        text: p99.toFixed(1),
        target: { atMost: targetMs },
      },
    ]),
    '',
    `To divide, index and store a passage costs ${cpuMsPerPassage.toFixed(2)} ms of CPU of the server's process.`,
  ].join('\n')
}

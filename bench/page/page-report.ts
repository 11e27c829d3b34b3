import { median, quantile } from '../statistics.js'
import { resultTable } from '../verdict.js'
import type { PageMeasurement } from './measure-page.js'

/** Markdown: what the chat page weighs, and how fast it is in Chromium. */
export function pageReport(measured: PageMeasurement): string {
  const { files, loads, longTasksMs, entries, paintsMs, keys, listTasksMs, rooms } = measured
  const sum = (some: typeof files) => some.reduce((total, { bytes }) => total + bytes, 0)
  const first = sum(files.filter(({ isFirst }) => isFirst))
  const rows = files
    .filter(({ bytes }) => bytes >= 2_000)
    .toSorted((one, other) => other.bytes - one.bytes)
    .map(
      ({ name, bytes, isFirst }) =>
        `| \`${name.replace(/-[A-Z0-9]{8}(?=\.)/, '')}\` | ${bytes} | ${isFirst ? 'yes' : ''} |`,
    )
  const paintMs = median(loads.map((load) => load.paintMs))
  const screenMs = median(loads.map((load) => load.screenMs))
  const painted = median(paintsMs)
  return [
    '## The chat page in Chromium',
    '',
    'The page of the build, from a server on the same cores. Sizes are those of gzip.',
    '',
    '| file of at least 2,000 bytes | bytes | before the first reply |',
    '| --- | --- | --- |',
    ...rows,
    '',
    `${files.length} files of ${sum(files)} bytes, of which ${first} are loaded before a first reply can be read.`,
    '',
    `First content after ${paintMs.toFixed(0)} ms, the first screen after ${screenMs.toFixed(0)} ms, with an empty cache (median of ${loads.length}).`,
    '',
    resultTable([
      { what: 'bytes before the first reply', figure: first, text: String(first), target: { atMost: 150_000 } },
      {
        what: `tasks over 50 ms while a room of ${entries} entries is scrolled from its end to its start and back`,
        figure: longTasksMs.length,
        text: tasksText(longTasksMs),
        target: { atMost: 0 },
      },
      {
        what: `tasks over 50 ms while a list of ${rooms} rooms is scrolled to its end`,
        figure: listTasksMs.length,
        text: tasksText(listTasksMs),
        target: { atMost: 0 },
      },
      {
        what: 'ms from the arrival of a piece of a reply until it is painted',
        figure: painted,
        text: `${painted.toFixed(1)} (median of ${paintsMs.length}; p99 ${quantile(paintsMs, 0.99).toFixed(1)})`,
        target: { atMost: 50 },
      },
      ...keys.map(({ place, keysMs, bareMs }) => ({
        what: `ms from a key ${place} until its frame is done, p95`,
        figure: quantile(keysMs, 0.95),
        text: `${quantile(keysMs, 0.95).toFixed(1)} (of ${keysMs.length}; p50 ${median(keysMs).toFixed(1)})`,
        target: { atMost: 20 },
        ...(bareMs && { peer: `a bare text area: ${quantile(bareMs, 0.95).toFixed(1)}` }),
      })),
    ]),
  ].join('\n')
}

const tasksText = (tasksMs: readonly number[]) =>
  `${tasksMs.length}${tasksMs.length > 0 ? ` (the longest ${Math.max(...tasksMs).toFixed(0)} ms)` : ''}`

import { median, quantile } from '../statistics.js'
import { verdict } from '../verdict.js'
import type { PageMeasurement } from './measure-page.js'

/** Markdown: what the chat page weighs, and how fast it is in Chromium. */
export function pageReport({ files, loads, longTasksMs, entries, paintsMs }: PageMeasurement): string {
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
  const longest = Math.max(0, ...longTasksMs)
  return [
    '## The chat page in Chromium',
    '',
    'The page of the build, from a server on the same cores. Sizes are those of gzip.',
    '',
    '| file of at least 2,000 bytes | bytes | before the first reply |',
    '| --- | --- | --- |',
    ...rows,
    '',
    `${files.length} files of ${sum(files)} bytes, of which ${first} are loaded before a first reply can be read, ${verdict(first, { atMost: 150_000 })}.`,
    '',
    `First content after ${paintMs.toFixed(0)} ms, the first screen after ${screenMs.toFixed(0)} ms, with an empty cache (median of ${loads.length}).`,
    '',
    `A room of ${entries} entries, scrolled from its end to its start and back: ${longTasksMs.length} tasks over 50 ms, ` +
      `${verdict(longTasksMs.length, { atMost: 0 })}${longest > 0 ? `; the longest ${longest.toFixed(0)} ms` : ''}.`,
    '',
    `A piece of a reply is painted ${painted.toFixed(1)} ms after its arrival (median of ${paintsMs.length}; p99 ${quantile(paintsMs, 0.99).toFixed(1)} ms), ` +
      `${verdict(painted, { atMost: 50 })}.`,
  ].join('\n')
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const file = 'bench/results.md'
const title = '# Results'

/** Replaces the report of one part, which begins with its `##` heading; other parts stay. */
export function keepResult(report: string): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : title
  const kept = text.split(/\n(?=## )/).map((section) => section.trim())
  const headingOf = (section: string) => section.split('\n', 1)[0]
  const place = kept.findIndex((section) => headingOf(section) === headingOf(report))
  kept.splice(place < 0 ? kept.length : place, place < 0 ? 0 : 1, report)
  writeFileSync(file, `${kept.join('\n\n')}\n`)
}

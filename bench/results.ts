import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const file = 'bench/results.md'
const title = '# Results'

/** Puts a part's report, which begins with its `##` heading, in the place of the one before; other parts stay as they are. */
export function keepResult(report: string): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : title
  const kept = text.split(/\n(?=## )/).map((section) => section.trim())
  const headingOf = (section: string) => section.split('\n', 1)[0]
  const place = kept.findIndex((section) => headingOf(section) === headingOf(report))
  kept.splice(place < 0 ? kept.length : place, place < 0 ? 0 : 1, report)
  writeFileSync(file, `${kept.join('\n\n')}\n`)
}

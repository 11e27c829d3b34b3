import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const file = 'bench/results.md'
const title = '# Results'

/** The parts of a text that begin with a `##` heading, and the text before them. */
export function sectionsOf(text: string): string[] {
  return text.split(/\n(?=## )/).map((section) => section.trim())
}

/** Replaces the section with the same `##` heading; other sections stay. */
export function keepResult(section: string): void {
  const kept = sectionsOf(existsSync(file) ? readFileSync(file, 'utf8') : title)
  const headingOf = (text: string) => text.split('\n', 1)[0]
  const place = kept.findIndex((each) => headingOf(each) === headingOf(section))
  kept.splice(place < 0 ? kept.length : place, place < 0 ? 0 : 1, section)
  writeFileSync(file, `${kept.join('\n\n')}\n`)
}

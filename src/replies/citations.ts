/** Code, where `[1]` does not cite anything: fenced, also without its end, and within a line. */
const code = /(^ {0,3}(?:```|~~~)[\s\S]*?(?:^ {0,3}(?:```|~~~)[^\n]*$|$(?![\s\S]))|`[^`\n]+`)/gm
/** The number of a source, with the space before it; links and footnotes are others. */
const citation = /[^\S\n]?\[(\d{1,3})\](?![(:]|\[(?!\d))/g

/** The numbers that a reply cites, in the order in which they first occur. */
export function citedNumbers(text: string): number[] {
  return [
    ...new Set(
      runningTexts(text).flatMap((part) => Array.from(part.matchAll(citation), ([, number]) => Number(number))),
    ),
  ]
}

/**
 * A reply without the numbers of its sources: in the history of a prompt they would name other passages.
 */
export function withoutCitations(text: string, sources: readonly { readonly number: number }[] = []): string {
  if (sources.length === 0) return text
  const known = new Set(sources.map(({ number }) => number))
  const bare = (part: string) =>
    part.replace(citation, (whole, number: string) => (known.has(Number(number)) ? '' : whole))
  return text
    .split(code)
    .map((part, index) => (index % 2 === 1 ? part : bare(part)))
    .join('')
}

function runningTexts(text: string): string[] {
  return text.split(code).filter((_, index) => index % 2 === 0)
}

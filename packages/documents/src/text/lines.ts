import type { CollectedText } from '../collected-text.js'

/** Blocks are separated by blank lines. */
export function readLines(text: string, collected: CollectedText): void {
  const blankLines = /\n(?:[^\S\n]*\n)+/g
  for (let [start, line] = [0, 1]; start < text.length;) {
    const gap = blankLines.exec(text)
    const end = gap?.index ?? text.length
    const part = text.slice(start, end)
    // of the first lines of the file
    const before = /^(?:[^\S\n]*\n)*/.exec(part)?.[0] ?? ''
    collected.add(part, { line: line + lineEnds(before) })
    if (collected.isFull) {
      collected.count('characters_beyond_limit', text.length - end)
      return
    }
    start = end + (gap?.[0].length ?? 1)
    line += lineEnds(part) + lineEnds(gap?.[0] ?? '')
  }
}

export function lineEnds(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

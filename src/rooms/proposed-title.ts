import { isLongerThan, limits, patterns } from '../limits.js'

/** No title needs more of a message, however long its words are. */
const codeUnitsRead = 500
const words = new Intl.Segmenter('en', { granularity: 'word' })

/** A title from the beginning of a message: one line, cut at the border of a word. Null without a visible character. */
export function proposedTitle(message: string): string | null {
  const line = Array.from(message.trimStart().slice(0, codeUnitsRead), (character) =>
    patterns.oneLine.test(character) ? character : ' ',
  )
  const text = line.join('').replace(/\s+/gu, ' ').trim()
  if (!isLongerThan(text, limits.proposedTitleLength)) return text === '' ? null : text
  const longest = limits.proposedTitleLength - 1
  let start = ''
  for (const { segment } of words.segment(text)) {
    if (isLongerThan(start + segment, longest)) break
    start += segment
  }
  return `${start.trimEnd() || Array.from(text).slice(0, longest).join('')}…`
}

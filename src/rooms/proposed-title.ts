import { isLongerThan, limits, patterns } from '../limits.js'

/** No title needs more of a message, however long its words are. */
const codeUnitsRead = 500
const words = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * A title from the beginning of a message: its words without the marks of Markdown, in one line, cut at the border of a word.
 * Null without a visible character. `plainText` removes the marks of a text, which may end within one if it was cut.
 */
export function proposedTitle(
  message: string,
  plainText: (beginning: string, isCut: boolean) => string,
): string | null {
  const whole = message.trimStart()
  const beginning = whole.slice(0, codeUnitsRead)
  // a message can consist of marks
  const text = inOneLine(plainText(beginning, whole.length > codeUnitsRead)) || inOneLine(beginning)
  if (!isLongerThan(text, limits.proposedTitleLength)) return text === '' ? null : text
  let start = ''
  for (const { segment } of words.segment(text)) {
    if (isLongerThan(start + segment, limits.proposedTitleLength)) break
    start += segment
  }
  return start.trimEnd() || Array.from(text).slice(0, limits.proposedTitleLength).join('')
}

function inOneLine(text: string): string {
  const line = Array.from(text, (character) => (patterns.oneLine.test(character) ? character : ' '))
  return line.join('').replace(/\s+/gu, ' ').trim()
}

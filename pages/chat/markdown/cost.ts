import { lineAt } from './lines.js'
import type { Characters, Line } from './lines.js'

/** The parser compares each mark with the others of its block. */
const maxMarks = { block: 300, table: 1_000, text: 3_000 }
/** It looks for addresses in each part of a word again, and for the end of a line in each part of a gap. */
const maxRun = 1_000
const maxIndent = 100
/** Lists and quotations in each other. */
const maxNesting = 20
const maxLines = 5_000
const maxItems = 2_000
/** Each block of code has a frame with a button. */
const maxFences = 500
/** A row of a table gets a cell for each column of its first line. */
const maxCells = 20_000
/** The characters that the parser may read again: some frames. */
const maxRereads = 20_000_000
/** With how many patterns it reads a line of a list again, for each list around it. */
const patterns = 20

const freshBlock = { lines: 0, chars: 0, columns: 0, marks: 0, most: maxMarks.block, item: 0 }

/**
 * Whether the parser needs longer than a few frames for a text, judged by its lines, each of which is read once. What
 * is between fences costs the parser nothing.
 */
export function isCostly(text: Characters): boolean {
  const all = { lines: 0, items: 0, fences: 0, marks: 0, cells: 0, rereads: 0 }
  let block = freshBlock
  let fence: Line['fence']
  let hasItems = false
  // a block of HTML, and the title of a definition, can hide where code begins and ends
  let areFencesCertain = true
  for (let start = 0; start < text.length;) {
    const line = lineAt(text, start)
    start = line.end + 1
    if (fence) {
      const { mark, length, isBare = false } = line.fence ?? {}
      if (line.indent < 4 && isBare && mark === fence.mark && length !== undefined && length >= fence.length)
        fence = undefined
      continue
    }
    areFencesCertain &&= line.first !== '<' && line.first !== '['
    // one that is indented can end with its list
    if (areFencesCertain && line.indent === 0) fence = line.fence
    const isItem = line.item !== undefined && line.indent < block.item + 4
    if (fence || isItem || line.first === '') block = isItem ? { ...freshBlock, item: line.item } : freshBlock
    if (fence) {
      all.fences += 1
      if (all.fences > maxFences) return true
      continue
    }
    hasItems ||= isItem
    all.lines += 1
    all.items += line.item === undefined ? 0 : 1
    const lines = block.lines + (line.first === '' ? 0 : 1)
    const chars = block.chars + line.length
    const columns = line.isDelimiter ? Math.max(block.columns, line.pipes + 1) : block.columns
    const isTable = lines === 2 && line.isDelimiter && line.pipes > 0
    block = {
      ...block,
      lines,
      chars,
      columns,
      marks: block.marks + line.marks,
      most: isTable ? maxMarks.table : block.most,
    }
    all.marks += line.marks
    all.cells += columns
    // each line of an item can be the beginning of a heading whose mark is below its last line
    all.rereads += (hasItems ? chars : 0) + line.length * patterns * (line.nesting + line.indent / 2)
    if (block.marks > block.most || all.marks > maxMarks.text || isLong(line)) return true
    if (all.lines > maxLines || all.items > maxItems || all.cells > maxCells || all.rereads > maxRereads) return true
  }
  return false
}

const isLong = ({ longestWord, longestGap, indent, nesting }: Line): boolean =>
  longestWord > maxRun || longestGap > maxRun || indent > maxIndent || nesting > maxNesting

/**
 * The same for the texts of blocks, as the parser has divided them: it looks from each sign for the end of what can begin
 * there.
 */
export function areCostly(texts: readonly string[]): boolean {
  let [rereads, marks] = [0, 0]
  for (const text of texts) {
    let [own, openers] = [0, 0]
    for (let start = 0; start < text.length;) {
      const line = lineAt(text, start)
      start = line.end + 1
      own += line.marks
      openers += line.openers
      if (line.longestWord > maxRun || line.longestGap > maxRun) return true
    }
    rereads += openers * text.length
    marks += own
    if (own > maxMarks.block || marks > maxMarks.text || rereads > maxRereads) return true
  }
  return false
}

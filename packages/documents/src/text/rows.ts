import type { CollectedText } from '../collected-text.js'

const delimiters = [',', ';', '\t', '|'] as const
type Delimiter = (typeof delimiters)[number]

/** A block has at most so many rows, so that a passage of it is short. */
const rowsPerBlock = 50
/** The first lines decide the delimiter. */
const linesForDelimiter = 20

interface Row {
  /** On one line. */
  readonly text: string
  readonly line: number
}

/**
 * Rows as they are in the file, with its delimiter and its quotes, each on one line. A block has up to 50 rows; all but the first begin with the header, the
 * first row, if that has words alone.
 */
export function readRows(text: string, collected: CollectedText): void {
  const delimiter = delimiterOf(text)
  const header: string[] = []
  let block: Row[] = []
  const flush = () => {
    const [first] = block
    if (!first) return
    const isStart = collected.blocks.length === 0
    collected.add([...(isStart ? [] : header), ...block.map((row) => row.text)].join('\n'), { line: first.line })
    if (isStart && isHeader(first.text, delimiter)) header.push(first.text)
    block = []
  }
  for (const row of rowsOf(text, delimiter)) {
    if (row.text.trim() === '') continue
    block.push(row)
    if (block.length === rowsPerBlock) flush()
    if (collected.isFull) {
      collected.count('characters_beyond_limit', Math.max(0, text.length - row.offset))
      return
    }
  }
  flush()
}

/** The one that splits the first lines most evenly into cells. */
function delimiterOf(text: string): Delimiter {
  const lines = text.slice(0, 64 * 1024).split('\n', linesForDelimiter)
  const filled = lines.filter((line) => line !== '')
  const least = (delimiter: Delimiter) => Math.min(...filled.map((line) => line.split(delimiter).length))
  return delimiters.reduce((best, each) => (least(each) > least(best) ? each : best))
}

function isHeader(row: string, delimiter: Delimiter): boolean {
  const cells = row.split(delimiter)
  return cells.length > 1 && cells.every((cell) => /\p{L}/u.test(cell))
}

function* rowsOf(text: string, delimiter: Delimiter): Generator<Row & { readonly offset: number }> {
  const rowEnd = /["\n]/g
  let hasQuotes = true
  for (let [start, line] = [0, 1]; start < text.length;) {
    let end = hasQuotes ? quotedRowEnd(text, start, { delimiter, rowEnd }) : undefined
    if (end === undefined) {
      // a quote that never ends is one among the characters of the file
      hasQuotes = false
      end = text.indexOf('\n', start)
      if (end < 0) end = text.length
    }
    const raw = text.slice(start, end)
    const parts = raw.split('\n')
    yield { text: parts.join(' '), line, offset: end }
    line += parts.length
    start = end + 1
  }
}

interface RowRule {
  readonly delimiter: Delimiter
  /** Finds quotes and line ends. */
  readonly rowEnd: RegExp
}

/** The line end after a row whose quoted cells can have line ends; undefined if a quoted cell does not end. */
function quotedRowEnd(text: string, start: number, { delimiter, rowEnd }: RowRule): number | undefined {
  let isQuoted = false
  let closedAt = -1
  rowEnd.lastIndex = start
  for (let found = rowEnd.exec(text); found; found = rowEnd.exec(text)) {
    const at = found.index
    if (found[0] === '\n') {
      if (!isQuoted) return at
    } else if (isQuoted) {
      isQuoted = false
      closedAt = at
      // the second of two quotes stands for one, within the cell
    } else isQuoted = at === start || text[at - 1] === delimiter || closedAt === at - 1
  }
  return isQuoted ? undefined : text.length
}

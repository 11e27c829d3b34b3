import { Parser } from 'htmlparser2'
import type { CollectedText } from '../collected-text.js'
import { DocumentRefused } from '../document-refused.js'
import { StructuredText } from '../structured-text.js'

/** Not text, for readers and models alike. */
const dropped = new Set(['script', 'style'])
const headings = new Map(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name, index) => [name, `${'#'.repeat(index + 1)} `]))
/** Elements that begin and end a paragraph, or a line within a list or a table. */
const paragraphs = new Set(
  'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form header hgroup hr html legend main menu nav noscript optgroup option p search section summary template textarea title'.split(
    ' ',
  ),
)
const lists = new Set(['ul', 'ol', 'menu', 'dir'])
const cells = new Set(['td', 'th'])
const frames = new Set(['iframe', 'frame', 'object', 'embed'])
const pictures = new Set(['svg', 'canvas', 'video', 'audio'])
/** Attributes that a reader of the page can see or hear. */
const spokenAttributes = ['alt', 'placeholder', 'aria-label'] as const
const maxAddress = 2_000
/** Browsers stop at some hundreds; the parser gets slow with many. */
const maxDepth = 10_000

interface OpenList {
  readonly isOrdered: boolean
  items: number
}

/**
 * The text of a page with its headings, lists, tables and links. Text that a browser hides is text like any other. Comments are not
 * read, but counted.
 */
export function readHtml(text: string, collected: CollectedText): void {
  const lineOf = lineCounter(text)
  const builder = new StructuredText(collected, () => ({ line: lineOf(parser.startIndex) }))
  const open: OpenList[] = []
  const addresses: (string | undefined)[] = []
  let [tables, droppedDepth, preformatted, rowCells] = [0, 0, 0, 0]

  const boundary = () => (open.length + tables > 0 ? builder.endLine() : builder.endBlock())
  const start = (name: string, attributes: Readonly<Record<string, string>>) => {
    if (dropped.has(name)) droppedDepth += 1
    if (droppedDepth > 0) return
    const heading = headings.get(name)
    if (lists.has(name)) {
      boundary()
      open.push({ isOrdered: name === 'ol', items: Number(attributes['start'] ?? 1) - 1 || 0 })
    } else if (heading !== undefined) {
      boundary()
      builder.startLine(heading)
    } else if (name === 'li') builder.startLine(itemMark(open))
    else if (name === 'br') builder.endLine()
    else if (name === 'pre') {
      boundary()
      preformatted += 1
    } else if (name === 'table') {
      boundary()
      tables += 1
    } else if (name === 'tr') {
      builder.endLine()
      rowCells = 0
    } else if (cells.has(name)) {
      if (rowCells > 0) builder.addExactly(' | ')
      rowCells += 1
    } else if (paragraphs.has(name)) {
      // a paragraph in a cell stays in its row
      if (tables === 0 || rowCells === 0) boundary()
      else builder.addText(' ')
    }
    if (name === 'a') addresses.push(attributes['href'])
    if (frames.has(name)) collected.count('frames')
    if (pictures.has(name)) collected.count('pictures')
    if (name === 'img') readPicture(attributes)
    else readSpoken(attributes)
    if (name === 'input' && attributes['type'] !== 'password') builder.addText(` ${attributes['value'] ?? ''} `)
  }
  const readPicture = ({ alt }: Readonly<Record<string, string>>) => {
    collected.count('pictures')
    if (alt !== undefined && alt.trim() !== '') builder.addText(` [picture: ${alt.trim()}] `)
  }
  const readSpoken = (attributes: Readonly<Record<string, string>>) => {
    for (const name of spokenAttributes) {
      const value = attributes[name]?.trim() ?? ''
      if (value !== '') builder.addText(` [${value}] `)
    }
  }
  const end = (name: string) => {
    if (dropped.has(name)) droppedDepth = Math.max(0, droppedDepth - 1)
    if (droppedDepth > 0) return
    if (name === 'a') {
      const address = addresses.pop()?.trim() ?? ''
      if (/^(?:https?|mailto|tel):/i.test(address) && address.length <= maxAddress) builder.addExactly(` (${address})`)
    } else if (lists.has(name)) {
      builder.endLine()
      open.pop()
      boundary()
    } else if (name === 'pre') {
      preformatted = Math.max(0, preformatted - 1)
      boundary()
    } else if (name === 'table') {
      builder.endLine()
      tables = Math.max(0, tables - 1)
      boundary()
    } else if (name === 'tr') {
      builder.endLine()
      rowCells = 0
    } else if (headings.has(name) || (paragraphs.has(name) && (tables === 0 || rowCells === 0))) boundary()
  }
  const addPreformatted = (data: string) => {
    for (const [index, line] of data.split('\n').entries()) {
      if (index > 0) builder.endLine()
      builder.addExactly(line)
    }
  }

  let depth = 0
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1
      if (depth > maxDepth) throw new DocumentRefused('broken', 'The elements of this page are nested too deeply')
      start(name, attributes)
    },
    onclosetag: (name) => {
      depth -= 1
      end(name)
    },
    ontext: (data) => {
      if (droppedDepth > 0) return
      if (preformatted > 0) addPreformatted(data)
      else builder.addText(data)
    },
    oncomment: (data) => {
      // a conditional comment of old browsers has text too
      if (data.trim() !== '') collected.count('comments')
    },
  })
  parser.end(text)
  builder.endBlock()
}

function itemMark(open: OpenList[]): string {
  const list = open.at(-1)
  if (!list) return '- '
  list.items += 1
  // deep lists stay readable
  const indent = '  '.repeat(Math.min(open.length - 1, 8))
  return `${indent}${list.isOrdered ? `${String(list.items)}.` : '-'} `
}

/** The encoding that a page names in its first bytes. */
export function declaredEncoding(bytes: Uint8Array): string | undefined {
  let declared: string | undefined
  const parser = new Parser({
    onopentag: (name, { charset, content = '', ...attributes }) => {
      if (name !== 'meta' || declared !== undefined) return
      if (charset !== undefined) declared = charset
      else if (attributes['http-equiv']?.toLowerCase() === 'content-type') {
        declared = /charset=["']?([^\s"';]+)/i.exec(content)?.[1]
      }
    },
  })
  parser.end(new TextDecoder('latin1').decode(bytes.subarray(0, 4_096)))
  return declared
}

/** Returns the line of an offset; the offsets ascend. */
function lineCounter(text: string): (offset: number) => number {
  let [line, next] = [1, text.indexOf('\n')]
  return (offset) => {
    while (next >= 0 && next < offset) {
      line += 1
      next = text.indexOf('\n', next + 1)
    }
    return line
  }
}

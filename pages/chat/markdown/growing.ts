import { emphasisOf } from './emphasis.js'
import { canBecomeFormula, canOpenFormula, delimitersAt, formulaAt } from './formulas.js'
import { codeEnd } from './inline-frame.js'
import { cellsOf, escapedRow } from './table-rows.js'

/** Stands for a formula whose end is not there yet. */
const pending = '…'
/** The longest text in brackets or in a tag that waits for its end. */
const maxWait = 100

/**
 * A text that grows, without the marks at its end whose meaning depends on what follows: the beginning of an item, of a
 * fence or of a formula. A row of a table has a delimiter row as soon as it is there.
 */
export function settledBlocks(text: string): string {
  const { isInCode, formula } = openPart(text)
  const start = text.lastIndexOf('\n') + 1
  const [before, line] = [text.slice(0, start), text.slice(start)]
  if (isInCode) return /^[ \t>]*(?:`+|~+)[ \t]*$/.test(line) ? before.slice(0, -1) : text
  if (formula !== undefined) return text.slice(0, formula) + pending
  const row = settledRow(before, line)
  if (row !== undefined) return before + row
  return isMark(line) ? before : text
}

const isMark = (line: string): boolean =>
  /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:[-*+]|\d{1,9}[.)]|#{1,6}|[-=_*~`]+|[\\$|]+|\[[ xX]?\]?|\[\^?[^\]]{0,60}\]:?)?[ \t]*$/.test(
    line,
  )

const fence = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})(.*)$/
const formulaLine = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(?:\$\$|\\\[)/

/** Whether a text ends in code with a fence, and where the formula begins in which it ends. */
function openPart(text: string): { readonly isInCode: boolean; readonly formula?: number } {
  if (!/```|~~~|\$\$|\\\[/.test(text)) return { isInCode: false }
  let code: string | undefined
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    const line = text.slice(start, end)
    const [, marks, rest = ''] = fence.exec(line) ?? []
    if (code !== undefined) {
      if (marks?.startsWith(code) && rest.trim() === '') code = undefined
    } else if (marks !== undefined) code = marks
    else {
      const [, indentation] = formulaLine.exec(line) ?? []
      if (indentation !== undefined) {
        const at = start + indentation.length
        const formula = formulaAt(text, at)
        if (!formula && isUnclosed(text.slice(at))) return { isInCode: false, formula: at }
        if (formula && at + formula.raw.length > end) {
          start = at + formula.raw.length
          continue
        }
      }
    }
    start = end + 1
  }
  return { isInCode: code !== undefined }
}

/** A gap within a formula ends it. */
const isUnclosed = (tex: string): boolean => !/\S[ \t]*\n[ \t]*\n\s*\S/.test(tex.slice(2))

/** The last line, as a row of the table that it is a part of or begins; undefined for another line. */
function settledRow(before: string, line: string): string | undefined {
  const [previous = '', earlier = ''] = lastLines(before)
  if (!previous.includes('|')) return /^\s*\|.*[^\s|]/.test(line) ? `${line}\n${delimiterRow(line)}` : undefined
  const isHeader = !delimiter.test(previous) && !earlier.includes('|')
  if (isHeader) return isDelimiterBegun(previous, line) ? delimiterRow(previous) : undefined
  if (!/[`$\\]/.test(line)) return undefined
  const row = escapedRow(line)
  const open = openCode(row)
  return open === undefined ? row : row.slice(0, open) + row.slice(open).replaceAll('|', '\\|')
}

const delimiter = /^[ \t|:-]*-[ \t|:-]*$/

/** The line after a header can also be text while it is empty, unless the header begins with a mark. */
const isDelimiterBegun = (header: string, line: string): boolean =>
  /^\s*\|/.test(header) ? /^[ \t|:-]*$/.test(line) : delimiter.test(line)

function lastLines(text: string): readonly string[] {
  const end = text.length - 1
  const start = text.lastIndexOf('\n', end - 1) + 1
  return [text.slice(start, end), text.slice(text.lastIndexOf('\n', start - 2) + 1, Math.max(0, start - 1))]
}

/** Where the code begins in which a line ends. */
function openCode(line: string): number | undefined {
  for (let at = line.indexOf('`'); at !== -1; at = line.indexOf('`', at)) {
    const end = codeEnd(line, at)
    if (/^`+$/.test(line.slice(at, end))) return at
    at = end
  }
  return undefined
}

const delimiterRow = (row: string): string => `${/^\s*/.exec(row)?.[0] ?? ''}|${'-|'.repeat(cellsOf(row))}`

/**
 * A text without blocks that grows: emphasis and code that are open are closed, of a link only its text stands there,
 * and what waits for its end is left out.
 */
export function settledInlines(text: string): string {
  const { shown, masked, code } = settledParts(text)
  const open = (marks: string): string => emphasisOf(marks).open.toReversed().join('')
  if (code !== '') return shown + code + open(masked)
  // marks at the end can open or close
  const settled = masked.trimEnd().replace(/[*_~]+$/, '')
  const visible = settled.length < masked.trimEnd().length ? shown.slice(0, settled.length) : shown
  const closing = open(settled)
  return closing === '' ? visible : visible.trimEnd() + closing
}

interface SettledParts {
  readonly shown: string
  /** `shown` with letters in place of code, formulas, escapes and addresses. */
  readonly masked: string
  /** The marks that close the code in which it ends. */
  readonly code: string
}

function settledParts(text: string): SettledParts {
  let [shown, masked] = ['', '']
  const show = (part: string, mask = 'a'.repeat(part.length)) => {
    shown += part
    masked += mask
  }
  const withoutExclamation = () => {
    if (!shown.endsWith('!')) return
    shown = shown.slice(0, -1)
    masked = masked.slice(0, -1)
  }
  for (let at = 0; at < text.length;) {
    const sign = text.charAt(at)
    const rest = text.slice(at)
    if (sign === '`') {
      const end = codeEnd(text, at)
      const code = /^`+/.exec(rest)?.[0] ?? ''
      if (end - at === code.length) {
        const open = rest.slice(code.length).replace(/`+$/, '').trimEnd()
        if (open === '') break
        show(code + open)
        return { shown, masked, code }
      }
      show(text.slice(at, end))
      at = end
    } else if (sign === '\\' || sign === '$') {
      const formula = formulaAt(text, at)
      if (!formula && delimitersAt(text, at)) {
        if (rest.length > 2) show(pending)
        break
      }
      const isHeld = sign === '\\' ? rest === sign : rest === sign || isOpenFormula(text, at)
      if (!formula && isHeld) break
      const part = formula?.raw ?? rest.slice(0, sign === '\\' ? 2 : 1)
      show(part)
      at += part.length
    } else if (sign === '[') {
      const link = bracketsAt(text, at)
      if (link === 'open') {
        withoutExclamation()
        break
      }
      if (link?.isComplete) {
        const label = text.slice(at, link.labelEnd)
        show(label, label.replaceAll(/[^*_~]/g, 'a'))
        show(text.slice(link.labelEnd, link.end))
        at = link.end
      } else if (link) {
        withoutExclamation()
        const label = text.slice(at + 1, link.labelEnd)
        show(label, label.replaceAll(/[^*_~]/g, 'a'))
        at = link.end
      } else {
        show(sign)
        at += 1
      }
    } else {
      if (rest.length < maxWait && /^(?:<(?:[a-z!/][^<>\n]*)?|&#?\w{0,31})$/i.test(rest)) break
      show(sign, sign)
      at += 1
    }
  }
  return { shown, masked, code: '' }
}

const isOpenFormula = (text: string, at: number): boolean =>
  canOpenFormula(text, at) && canBecomeFormula(text.slice(at + 1))

interface Brackets {
  readonly labelEnd: number
  readonly end: number
  readonly isComplete: boolean
}

/** The link that begins at a bracket: `open` when its end can follow, undefined for brackets that are text. */
function bracketsAt(text: string, at: number): Brackets | 'open' | undefined {
  let depth = 0
  for (let place = at; place < text.length; place += 1) {
    const sign = text[place]
    if (sign === '\\') place += 1
    else if (sign === '`') place = codeEnd(text, place) - 1
    else if (sign === '[') depth += 1
    else if (sign === ']') depth -= 1
    if (depth > 0) continue
    const after = text[place + 1]
    if (after === undefined) return text.length - at > maxWait ? undefined : 'open'
    if (after !== '(') return undefined
    const closing = text.indexOf(')', place)
    if (closing === -1) return { labelEnd: place, end: text.length, isComplete: false }
    return { labelEnd: place, end: closing + 1, isComplete: true }
  }
  return text.length - at > maxWait || text.slice(at).includes('\n') ? undefined : 'open'
}

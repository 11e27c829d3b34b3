import type { Token, Tokens } from 'marked'
import { BoundedLexer } from './bounded-lexer.js'
import { areCostly } from './cost.js'
import type { FootnoteList, FootnoteMark, FootnoteText } from './footnotes.js'
import type { Formula } from './formulas.js'
import { settledBlocks, settledInlines } from './growing.js'

export type Block =
  | Tokens.Blockquote
  | Tokens.Code
  | Tokens.Def
  | FootnoteList
  | FootnoteText
  | Formula
  | Tokens.Heading
  | Tokens.Hr
  | Tokens.HTML
  | Tokens.List
  | Tokens.Paragraph
  | Tokens.Space
  | Tokens.Table
  | Tokens.Text
export type Inline =
  | Tokens.Br
  | Tokens.Checkbox
  | Tokens.Codespan
  | Tokens.Del
  | Tokens.Em
  | Tokens.Escape
  | FootnoteMark
  | Formula
  | Tokens.HTML
  | Tokens.Image
  | Tokens.Link
  | Tokens.Strong
  | Tokens.Tag
  | Tokens.Text

/** A longer text is shown as it is: to parse it would take longer than a frame. */
const maxLength = 60_000
/** The same for a table with more cells. */
const maxCells = 2_000

/**
 * The blocks of a text. Undefined for one that is shown as it is, such as quotations nested without end. `isGrowing`:
 * more text follows, so that marks at its end are not shown before their meaning is known.
 */
export function blocksOf(text: string, isGrowing = false): readonly Block[] | undefined {
  if (text.length > maxLength) return undefined
  try {
    const lexer = new BoundedLexer(isGrowing)
    const lines = text.replaceAll(/\r\n?/g, '\n')
    const src = isGrowing ? settledBlocks(lines) : lines
    const divided = lexer.blockTokens(src, lexer.tokens)
    // their texts wait for the second step of the parser
    if (areCostly(lexer.inlineQueue.map((queued) => queued.src))) return undefined
    const end = isGrowing && !/\n[ \t]*\n$/.test(src) ? endOf(divided) : undefined
    const open = end && lexer.inlineQueue.find(({ tokens }) => tokens === end)
    if (open) open.src = settledInlines(open.src)
    const blocks = lexer.lex('') as Token[] as Block[]
    const footnotes = lexer.footnotes.list()
    return footnotes ? [...blocks, footnotes] : blocks
  } catch {
    return undefined
  }
}

/** The tokens of the text without blocks in which blocks end: of the last paragraph, or of the last cell of a table. */
function endOf(tokens: readonly Token[]): Token[] | undefined {
  const last = tokens.at(-1) as Block | undefined
  switch (last?.type) {
    case 'list':
      return endOf(last.items.at(-1)?.tokens ?? [])
    case 'blockquote':
    case 'footnote':
      return endOf(last.tokens)
    case 'table':
      return (last.rows.at(-1) ?? last.header).findLast((cell) => cell.text !== '')?.tokens
    case 'heading':
    case 'paragraph':
    case 'text':
      return last.tokens
    default:
      return undefined
  }
}

/** The text of a block that is not rendered as what it is. */
export const isTooLarge = ({ header, rows }: Tokens.Table): boolean => header.length * (rows.length + 1) > maxCells

/** The definitions of links and footnotes in a text. */
export const definitionsOf = (blocks: readonly Block[]): string =>
  blocks.flatMap((block) => (block.type === 'def' || block.type === 'footnotes' ? [block.raw] : [])).join('')

/** The depth of the largest heading of a text, which many models begin with `###`. */
export const headingDepthOf = (blocks: readonly Block[]): number => {
  const depths = blocks.flatMap((block) => (block.type === 'heading' ? [block.depth] : []))
  return depths.length === 0 ? 1 : Math.min(...depths)
}

export const inlineOf = (token: { readonly tokens?: Token[] | undefined }): readonly Inline[] =>
  (token.tokens ?? []) as Inline[]

/** The address of a link that can be followed: other schemes, such as `javascript:`, are not links. */
export function linkAddress(href: string): string | undefined {
  // Node.js 20 has no `URL.parse`
  const url = URL.canParse(href) ? new URL(href) : undefined
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}

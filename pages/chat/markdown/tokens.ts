import type { Token, Tokens } from 'marked'
import { BoundedLexer } from './bounded-lexer.js'
import { areCostly } from './cost.js'

export type Block =
  | Tokens.Blockquote
  | Tokens.Code
  | Tokens.Def
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

/** The blocks of a text. Undefined for one that is shown as it is, such as quotations nested without end. */
export function blocksOf(text: string): readonly Block[] | undefined {
  if (text.length > maxLength) return undefined
  try {
    const lexer = new BoundedLexer()
    lexer.blockTokens(text.replaceAll(/\r\n?/g, '\n'), lexer.tokens)
    // their texts wait for the second step of the parser
    if (areCostly(lexer.inlineQueue.map(({ src }) => src))) return undefined
    return lexer.lex('') as Token[] as Block[]
  } catch {
    return undefined
  }
}

/** The text of a block that is not rendered as what it is. */
export const isTooLarge = ({ header, rows }: Tokens.Table): boolean => header.length * (rows.length + 1) > maxCells

/** The definitions of links in a text. */
export const definitionsOf = (blocks: readonly Block[]): string =>
  blocks.flatMap((block) => (block.type === 'def' ? [block.raw] : [])).join('')

export const inlineOf = (token: { readonly tokens?: Token[] | undefined }): readonly Inline[] =>
  (token.tokens ?? []) as Inline[]

/** The address of a link that can be followed: other schemes, such as `javascript:`, are not links. */
export function linkAddress(href: string): string | undefined {
  const url = URL.parse(href)
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}

import type { Token, Tokens } from 'marked'
import { escaped } from '../../../src/html-text.js'
import { unspaced } from '../../ui/text/unspaced.js'
import { citation, numberIn } from './citation.js'
import type { Formula } from './formulas.js'
import { colouredHtml } from './static-colours.js'
import { mathOf } from './static-formula.js'
import { blocksOf, headingDepthOf, inlineOf, isTooLarge, linkAddress, type Block, type Inline } from './tokens.js'

/** The largest heading of a text, below that of its speaker. */
const firstLevel = 3
const maxDepth = 12

/**
 * A text of a person or a model as HTML, for pages without a script that the server makes: it runs there too, and needs no
 * browser. HTML in the text stays text, addresses are those of http, https and mail, and nothing in it is loaded: a picture is
 * its address, and a formula is MathML. `withCharacters` replaces references such as `&lt;` by their characters. The number of one
 * of the `sources`, such as `[1]`, is a link to it.
 */
export function staticHtml(
  text: string,
  withCharacters: (text: string) => string,
  sources: readonly { readonly number: number; readonly link: string }[] = [],
): string {
  const blocks = blocksOf(text)
  if (!blocks) return `<p class="unparsed" dir="auto">${escaped(text)}</p>`
  const links = new Map(sources.map(({ number, link }) => [number, link]))
  const context = { depth: 0, level: firstLevel + 1 - headingDepthOf(blocks), withCharacters, links }
  const html = blocksHtml(blocks, context)
  return unspaced(text) ? `<div class="markdown" data-unspaced>${html}</div>` : html
}

interface BlockContext {
  readonly depth: number
  /** The level of a heading of depth 1. */
  readonly level: number
  readonly withCharacters: (text: string) => string
  /** The addresses of sources by their numbers; empty in a link. */
  readonly links: ReadonlyMap<number, string>
}

const blocksHtml = (blocks: readonly Block[], context: BlockContext): string =>
  blocks.map((block) => blockHtml(block, context)).join('')

const paragraph = (html: string): string => `<p dir="auto">${html}</p>`

function blockHtml(block: Block, at: BlockContext): string {
  if (at.depth > maxDepth) return paragraph(escaped(block.raw))
  const context = { ...at, depth: at.depth + 1 }
  switch (block.type) {
    case 'heading': {
      const name = `h${String(Math.min(Math.max(block.depth + at.level - 1, firstLevel), 6))}`
      return `<${name} dir="auto">${inlinesHtml(inlineOf(block), context)}</${name}>`
    }
    case 'blockquote':
      return `<blockquote>${blocksHtml(block.tokens as Block[], context)}</blockquote>`
    case 'code':
      return codeHtml(block)
    case 'list':
      return listHtml(block, context)
    case 'table':
      return isTooLarge(block) ? `<pre dir="auto">${escaped(block.raw)}</pre>` : tableHtml(block, context)
    case 'hr':
      return '<hr>'
    case 'formula':
      return displayedHtml(block) ?? `<pre dir="ltr"><code>${escaped(block.text)}</code></pre>`
    case 'footnotes': {
      const notes = block.notes.map(({ tokens }) => `<li dir="auto">${itemHtml(tokens, context)}</li>`)
      return `<ol class="footnotes">${notes.join('')}</ol>`
    }
    case 'def':
    case 'footnote':
    case 'space':
      return ''
    case 'html':
      return paragraph(escaped(block.raw))
    default:
      return paragraph(block.tokens ? inlinesHtml(inlineOf(block), context) : escaped(block.raw))
  }
}

function codeHtml({ text, lang = '' }: Tokens.Code): string {
  const [name = ''] = lang.split(/\s/)
  const code = `<pre dir="ltr"><code>${colouredHtml(text, name)}</code></pre>`
  return name === '' ? code : `<figure class="code"><figcaption>${escaped(name)}</figcaption>${code}</figure>`
}

/** A formula with a line of its own, which can be wider than the page. */
function displayedHtml(formula: Formula): string | undefined {
  const math = mathOf(formula)
  return math && `<span class="formula">${math}</span>`
}

function listHtml({ ordered, start, items }: Tokens.List, context: BlockContext): string {
  const lines = items
    .map(({ task, tokens }) => `<li${task ? ' class="task"' : ''} dir="auto">${itemHtml(tokens, context)}</li>`)
    .join('')
  if (!ordered) return `<ul>${lines}</ul>`
  return `<ol${start === '' ? '' : ` start="${String(start)}"`}>${lines}</ol>`
}

/** The first text of an item stands beside its mark, not in a paragraph. */
const itemHtml = (tokens: readonly Token[], context: BlockContext): string =>
  (tokens as readonly (Block | Inline)[])
    .map((token) =>
      token.type === 'text' || token.type === 'checkbox'
        ? inlinesHtml([token], context)
        : blockHtml(token as Block, context),
    )
    .join('')

function tableHtml({ header, rows }: Tokens.Table, context: BlockContext): string {
  const cellsOf = (name: 'td' | 'th', cells: readonly Tokens.TableCell[]) =>
    cells.map((cell) => {
      const align = cell.align === null ? '' : ` class="${cell.align}"`
      return `<${name}${align} dir="auto">${inlinesHtml(inlineOf(cell), context)}</${name}>`
    })
  const lines = rows.map((cells) => `<tr>${cellsOf('td', cells).join('')}</tr>`)
  const head = `<thead><tr>${cellsOf('th', header).join('')}</tr></thead>`
  return `<div class="table"><table>${head}<tbody>${lines.join('')}</tbody></table></div>`
}

const inlinesHtml = (tokens: readonly Inline[], context: BlockContext): string =>
  tokens.map((token) => inlineHtml(token, context)).join('')

function inlineHtml(token: Inline, context: BlockContext): string {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return `<${token.type}>${inlinesHtml(inlineOf(token), context)}</${token.type}>`
    case 'codespan':
      return `<code>${escaped(token.text)}</code>`
    case 'br':
      return '<br>'
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ '
    case 'formula':
      return (token.isDisplayed ? displayedHtml(token) : mathOf(token)) ?? `<code>${escaped(token.text)}</code>`
    case 'footnote-mark':
      return `<sup>${String(token.number)}</sup>`
    case 'html':
      return /^<br *\/?>$/i.test(token.raw) ? '<br>' : escaped(token.raw)
    case 'link':
      return linkHtml(token, inlinesHtml(inlineOf(token), { ...context, links: new Map() }))
    case 'image':
      return linkHtml(token, escaped(token.text || token.href))
    case 'text':
      return 'tokens' in token ? inlinesHtml(inlineOf(token), context) : textHtml(token.text, context)
    case 'escape':
      return escaped(token.text)
  }
}

const textHtml = (text: string, { withCharacters, links }: BlockContext): string =>
  withCharacters(text)
    .split(citation)
    .map((part) => {
      const link = links.get(numberIn(part))
      return link === undefined ? escaped(part) : linkHtml({ href: link, raw: part }, part)
    })
    .join('')

function linkHtml({ href, raw }: { readonly href: string; readonly raw: string }, html: string): string {
  const address = linkAddress(href)
  if (address === undefined) return escaped(raw)
  return `<a href="${escaped(address)}" rel="noopener noreferrer nofollow ugc">${html}</a>`
}

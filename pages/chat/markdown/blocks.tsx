import { createElement, memo, type ReactNode } from 'react'
import type { Tokens } from 'marked'
import { useWords } from '../../ui/text/catalogue.js'
import { latePart } from '../shell/late-part.js'
import { CodeBlock } from './code-block.js'
import { FormulaView } from './formula-view.js'
import { Inlines } from './inlines.js'
import { inlineOf, isTooLarge, type Block, type Inline } from './tokens.js'
import { words } from './words.js'

interface BlocksProps {
  readonly blocks: readonly Block[]
  readonly isGrowing: boolean
  readonly depth: number
  /** The level of a heading of depth 1, so that the largest one of the text is below the headings of the page. */
  readonly level: number
  /** The definitions of links in the text: one that comes later changes the blocks before it. */
  readonly definitions: string
}

const FootnoteSection = latePart(({ FootnoteSection }) => FootnoteSection)

const maxDepth = 12

export const Blocks = ({ blocks, isGrowing, ...rest }: BlocksProps): ReactNode =>
  blocks.map((block, index) => (
    <OneBlock key={index} block={block} isGrowing={isGrowing && index === blocks.length - 1} {...rest} />
  ))

/** While a text grows, only its last block changes: the others have the same source and are not rendered again. */
const OneBlock = memo(
  function OneBlock({
    block,
    isGrowing,
    depth,
    level,
    definitions,
  }: Omit<BlocksProps, 'blocks'> & { readonly block: Block }): ReactNode {
    if (depth > maxDepth) return <p dir="auto">{block.raw}</p>
    const rest = { isGrowing, depth: depth + 1, level, definitions }
    switch (block.type) {
      case 'heading':
        return createElement(
          `h${Math.min(Math.max(block.depth + level - 1, 2), 6)}`,
          { dir: 'auto' },
          <Inlines tokens={inlineOf(block)} />,
        )
      case 'blockquote':
        return (
          <blockquote>
            <Blocks blocks={block.tokens as Block[]} {...rest} />
          </blockquote>
        )
      case 'code':
        return <CodeBlock text={block.text} language={block.lang} isGrowing={isGrowing} />
      case 'list':
        return <List list={block} {...rest} />
      case 'table':
        return isTooLarge(block) ? <pre dir="auto">{block.raw}</pre> : <Table table={block} />
      case 'hr':
        return <hr />
      case 'formula':
        return <FormulaView formula={block} />
      case 'footnotes':
        return (
          <FootnoteSection
            list={block}
            render={(tokens) => <ItemBlocks blocks={tokens as (Block | Inline)[]} {...rest} />}
          />
        )
      case 'def':
      case 'footnote':
      case 'space':
        return null
      case 'html':
        return <p dir="auto">{block.raw}</p>
      default:
        return <p dir="auto">{block.tokens ? <Inlines tokens={inlineOf(block)} /> : block.raw}</p>
    }
  },
  (before, after) =>
    before.block.raw === after.block.raw &&
    before.isGrowing === after.isGrowing &&
    before.depth === after.depth &&
    before.level === after.level &&
    before.definitions === after.definitions,
)

function List({ list, isGrowing, ...rest }: Omit<BlocksProps, 'blocks'> & { readonly list: Tokens.List }) {
  const items = list.items.map((item, index) => (
    <li key={index} dir="auto" className={item.task ? 'task' : undefined}>
      <ItemBlocks
        blocks={item.tokens as (Block | Inline)[]}
        isGrowing={isGrowing && index === list.items.length - 1}
        {...rest}
      />
    </li>
  ))
  if (!list.ordered) return <ul>{items}</ul>
  return <ol start={list.start === '' ? undefined : list.start}>{items}</ol>
}

/** The first text of an item stands beside its mark, not in a paragraph. */
const ItemBlocks = ({
  blocks,
  ...rest
}: Omit<BlocksProps, 'blocks'> & { readonly blocks: readonly (Block | Inline)[] }): ReactNode =>
  blocks.map((block, index) =>
    block.type === 'text' || block.type === 'checkbox' ? (
      <Inlines key={index} tokens={[block]} />
    ) : (
      <Blocks key={index} blocks={[block as Block]} {...rest} />
    ),
  )

function Table({ table: { header, rows } }: { readonly table: Tokens.Table }) {
  const { table } = useWords(words)
  return (
    <div className="table-frame" role="region" aria-label={table} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map((cell, index) => (
              <th key={index} scope="col" dir="auto" className={cell.align ?? undefined}>
                <Inlines tokens={inlineOf(cell)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, index) => (
                <td key={index} dir="auto" className={cell.align ?? undefined}>
                  <Inlines tokens={inlineOf(cell)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

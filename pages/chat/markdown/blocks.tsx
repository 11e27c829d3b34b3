import { createElement, memo } from 'react'
import type { ReactNode } from 'react'
import type { Tokens } from 'marked'
import { CodeBlock } from './code-block.js'
import { Inlines } from './inlines.js'
import { inlineOf, isTooLarge } from './tokens.js'
import type { Block, Inline } from './tokens.js'

interface BlocksProps {
  readonly blocks: readonly Block[]
  readonly isGrowing: boolean
  readonly depth: number
}

const maxDepth = 12

export const Blocks = ({ blocks, isGrowing, depth }: BlocksProps): ReactNode =>
  blocks.map((block, index) => (
    <OneBlock key={index} block={block} isGrowing={isGrowing && index === blocks.length - 1} depth={depth} />
  ))

/** While a text grows, only its last block changes: the others have the same source and are not rendered again. */
const OneBlock = memo(
  function OneBlock({ block, isGrowing, depth }: Omit<BlocksProps, 'blocks'> & { readonly block: Block }): ReactNode {
    if (depth > maxDepth) return <p dir="auto">{block.raw}</p>
    switch (block.type) {
      case 'heading':
        // below the heading of the page
        return createElement(`h${Math.min(block.depth + 1, 6)}`, { dir: 'auto' }, <Inlines tokens={inlineOf(block)} />)
      case 'blockquote':
        return (
          <blockquote>
            <Blocks blocks={block.tokens as Block[]} isGrowing={isGrowing} depth={depth + 1} />
          </blockquote>
        )
      case 'code':
        return <CodeBlock text={block.text} language={block.lang} isGrowing={isGrowing} />
      case 'list':
        return <List list={block} isGrowing={isGrowing} depth={depth} />
      case 'table':
        return isTooLarge(block) ? <pre dir="auto">{block.raw}</pre> : <Table table={block} />
      case 'hr':
        return <hr />
      case 'space':
        return null
      case 'html':
        return <p dir="auto">{block.raw}</p>
      default:
        return <p dir="auto">{block.tokens ? <Inlines tokens={inlineOf(block)} /> : block.raw}</p>
    }
  },
  (before, after) =>
    before.block.raw === after.block.raw && before.isGrowing === after.isGrowing && before.depth === after.depth,
)

function List({ list, isGrowing, depth }: Omit<BlocksProps, 'blocks'> & { readonly list: Tokens.List }) {
  const items = list.items.map((item, index) => (
    <li key={index} dir="auto" className={item.task ? 'task' : undefined}>
      <ItemBlocks
        blocks={item.tokens as (Block | Inline)[]}
        isGrowing={isGrowing && index === list.items.length - 1}
        depth={depth + 1}
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

const Table = ({ table: { header, rows } }: { readonly table: Tokens.Table }) => (
  <div className="table-frame" role="region" aria-label={header[0]?.text ?? ''} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {header.map((cell, index) => (
            <th key={index} scope="col" dir="auto">
              <Inlines tokens={inlineOf(cell)} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, index) => (
              <td key={index} dir="auto">
                <Inlines tokens={inlineOf(cell)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

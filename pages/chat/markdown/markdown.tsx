import { memo, useId, useMemo } from 'react'
import { unspaced } from '../../ui/text/unspaced.js'
import { Blocks } from './blocks.js'
import { FootnoteContext } from './footnote-link.js'
import { blocksOf, definitionsOf, headingDepthOf } from './tokens.js'

interface MarkdownProps {
  readonly text: string
  /** Whether more text follows: code is coloured when it is complete. */
  readonly isGrowing?: boolean
  /** The level of its largest heading. Default: 2. */
  readonly level?: number
}

/** A text of a person or a model. Its marks become elements of React; HTML in it stays text. */
export const Markdown = memo(function Markdown({ text, isGrowing = false, level = 2 }: MarkdownProps) {
  const blocks = useMemo(() => blocksOf(text, isGrowing), [text, isGrowing])
  const id = useId()
  if (!blocks)
    return (
      <p className="unparsed" dir="auto" {...unspaced(text)}>
        {text}
      </p>
    )
  return (
    <FootnoteContext value={id}>
      <div className="markdown" {...unspaced(text)}>
        <Blocks
          blocks={blocks}
          isGrowing={isGrowing}
          depth={0}
          level={level + 1 - headingDepthOf(blocks)}
          definitions={definitionsOf(blocks)}
        />
      </div>
    </FootnoteContext>
  )
})

import type { ReactNode } from 'react'
import { Portrait } from '../../../ui/theme/portrait.js'
import { Markdown } from '../../markdown/markdown.js'

export interface Speaker {
  readonly name: string
  readonly imageUrl: string | null | undefined
}

interface ReplyBubbleProps {
  readonly speaker: Speaker
  readonly text: string
  readonly isGrowing?: boolean
  /** Commands and notices below the text. */
  readonly children?: ReactNode
}

/** A reply: who has written it, its text, and what can be done with it. */
export const ReplyBubble = ({ speaker, text, isGrowing = false, children }: ReplyBubbleProps) => (
  <div className="reply">
    <Portrait name={speaker.name} imageUrl={speaker.imageUrl} size={2} />
    <div className="reply-body">
      <bdi className="speaker clipped">{speaker.name}</bdi>
      <Markdown text={text} isGrowing={isGrowing} />
      {children}
    </div>
  </div>
)

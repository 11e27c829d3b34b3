import type { ReactNode } from 'react'
import { Portrait } from '../../../ui/theme/portrait.js'
import { Markdown } from '../../markdown/markdown.js'
import { Thoughts } from './thoughts.js'

export interface Speaker {
  readonly name: string
  readonly imageUrl: string | null | undefined
}

interface ReplyBubbleProps {
  readonly speaker: Speaker
  readonly text: string
  /** Of the model before the text; null without any. */
  readonly thoughts?: string | null
  readonly isGrowing?: boolean
  /** Commands and notices below the text. */
  readonly children?: ReactNode
}

/** A reply: who has written it, its text, and what can be done with it. */
export const ReplyBubble = ({ speaker, text, thoughts = null, isGrowing = false, children }: ReplyBubbleProps) => (
  <div className="reply">
    <Portrait name={speaker.name} imageUrl={speaker.imageUrl} size={2} />
    <div className="reply-body">
      <bdi className="speaker clipped">{speaker.name}</bdi>
      {thoughts !== null && thoughts !== '' && <Thoughts text={thoughts} />}
      <Markdown text={text} isGrowing={isGrowing} />
      {children}
    </div>
  </div>
)

import type { ReactNode } from 'react'
import { useFormats } from '../../../ui/text/dates.js'
import type { Entry } from '@parley/client'
import { latePart } from '../../shell/late-part.js'
import { Portrait } from '../../../ui/theme/portrait.js'
import { CitationContext } from '../../markdown/citations.js'
import { Markdown } from '../../markdown/markdown.js'
import { ModelName } from '../model-name.js'

const Sources = latePart(({ Sources }) => Sources)
const Thoughts = latePart(({ Thoughts }) => Thoughts)

export interface Speaker {
  readonly name: string
  readonly imageUrl: string | null | undefined
}

interface ReplyBubbleProps {
  readonly speaker: Speaker
  readonly text: string
  /** Of the model before the text; null without any. */
  readonly thoughts?: string | null
  readonly thoughtsMs?: number | null
  readonly sources?: Entry['sources']
  /** Null for a text that no model has written. */
  readonly model?: string | null
  readonly time?: string
  readonly isGrowing?: boolean
  /** Whether its text ended early: marks at its end are not shown, such as that of an empty item. */
  readonly isCut?: boolean
  /** Commands and notices below the text. */
  readonly children?: ReactNode
}

/** A reply: who has written it, with which model and when, its text, and what can be done with it. */
export function ReplyBubble({
  speaker,
  text,
  thoughts,
  thoughtsMs,
  sources,
  model,
  time,
  isGrowing,
  isCut,
  children,
}: ReplyBubbleProps) {
  return (
    <div className="reply">
      <Portrait name={speaker.name} imageUrl={speaker.imageUrl} size={2} />
      <div className="reply-body">
        <div className="reply-head">
          <bdi className="speaker clipped">{speaker.name}</bdi>
          <ModelName name={model} />
          {time && <RowTime time={time} />}
        </div>
        {thoughts && <Thoughts text={thoughts} ms={thoughtsMs ?? null} isThinking={!!isGrowing && text === ''} />}
        <CitationContext value={sources}>
          <Markdown text={text} isGrowing={!!isGrowing || !!isCut} />
        </CitationContext>
        {sources && sources.length > 0 && <Sources sources={sources} />}
        {children}
      </div>
    </div>
  )
}

/** Shown while the pointer or the focus is in the row. */
function RowTime({ time: at }: { readonly time: string }) {
  const { dateTime, time } = useFormats()
  return (
    <time className="small quiet row-time" dateTime={at} title={dateTime(at)}>
      {time(at)}
    </time>
  )
}

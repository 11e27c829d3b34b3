import { useEffect, useState } from 'react'
import type { Generation, Room } from '@parley/client'
import { latePart } from '../../shell/late-part.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { ReplyBubble, type Speaker } from './reply-bubble.js'
import type { Picture } from '../composer/outbox.js'
import type { Sending } from '../composer/use-sending.js'
import { words } from '../words.js'

export const GenerationEnd = latePart(({ GenerationEnd }) => GenerationEnd)
export const SearchState = latePart(({ SearchState }) => SearchState)

interface GenerationViewProps {
  readonly room: Room
  readonly generation: Generation
  readonly speaker: Speaker
  /** Those of the same message that are not shown. */
  readonly earlier: readonly string[]
  readonly isBusy: boolean
  readonly sendAgain: Sending['send']
}

/** A reply that has no entry: it waits, grows, has failed, or was stopped before its first word. */
export function GenerationView({ room, generation, speaker, earlier, isBusy, sendAgain }: GenerationViewProps) {
  const {
    status,
    text,
    thoughts,
    thoughtsMs,
    sources,
    model,
    message,
    imageUrl,
    attachments,
    createdAt: time,
  } = generation
  const isRunning = status === 'QUEUED' || status === 'RUNNING'
  return (
    <ReplyBubble {...{ speaker, text, thoughts, thoughtsMs, sources, model, time }} isGrowing={isRunning} isCut>
      {isRunning ? (
        <Progress generation={generation} name={speaker.name} />
      ) : (
        <GenerationEnd
          {...{ room, generation, earlier, isBusy }}
          sendAgain={() => sendAgain({ text: message, picture: pictureOf(imageUrl), files: attachments })}
        />
      )}
    </ReplyBubble>
  )
}

export function pictureOf(url: string | null): Picture | undefined {
  const id = url === null ? null : URL.parse(url, location.origin)?.searchParams.get('id')
  return url !== null && id ? { id, url } : undefined
}

interface ProgressProps {
  readonly generation: Generation
  readonly name: string
}

/** What a reply waits for, or that it grows. */
export const Progress = ({ generation, name }: ProgressProps) => (
  <>
    {generation.webSearch && <SearchState webSearch={generation.webSearch} isLive />}
    {generation.webSearch?.state !== 'SEARCHING' && <Growth {...{ generation, name }} />}
  </>
)

function Growth({ generation, name }: ProgressProps) {
  const text = useWords(words)
  const { status, position, queueReason, estimatedStartAt } = generation
  const seconds = useSecondsUntil(estimatedStartAt)
  if (status === 'RUNNING') {
    // the head of the thoughts says so
    if (generation.text === '' && generation.thoughts) return null
    return (
      <p className="progress small quiet">
        <span className="dots" aria-hidden="true">
          <span />
          <span />
          <span />
        </span>
        <span className={generation.text === '' ? undefined : 'unseen'}>{text.writing(name)}</span>
      </p>
    )
  }
  const parts = [
    position === null || position === 0 ? text.waiting : text.queued(position),
    seconds === undefined || seconds < 1 ? '' : text.startsIn(seconds),
  ]
  return (
    <p className="progress small quiet">
      <span className="spinner" aria-hidden="true" />
      {queueReason === 'WORKER_AWAY' ? text.workerAway : parts.filter(Boolean).join(', ')}
    </p>
  )
}

/** The whole seconds until a time, counted down. Undefined without one. */
function useSecondsUntil(time: string | null): number | undefined {
  const [, tick] = useState(0)
  useEffect(() => {
    if (time === null) return
    const timer = setInterval(() => tick((turn) => turn + 1), 1_000)
    return () => clearInterval(timer)
  }, [time])
  return time === null ? undefined : Math.ceil((Date.parse(time) - Date.now()) / 1_000)
}

import { useEffect, useState } from 'react'
import type { Generation } from '@parley/client'
import { Button } from '../../../ui/forms/button.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { ReplyBubble, type Speaker } from './reply-bubble.js'
import type { Picture } from '../composer/outbox.js'
import type { Sending } from '../composer/use-sending.js'
import { words } from '../words.js'

interface GenerationViewProps {
  readonly generation: Generation
  readonly speaker: Speaker
  readonly sendAgain: Sending['send']
}

/** A reply that has no entry: it waits, grows, has failed, or was stopped before its first word. */
export function GenerationView({ generation, speaker, sendAgain }: GenerationViewProps) {
  const { sendAgain: verb } = useWords(words)
  const { status, text, thoughts, message, imageUrl } = generation
  const isRunning = status === 'QUEUED' || status === 'RUNNING'
  return (
    <ReplyBubble {...{ speaker, text, thoughts }} isGrowing={isRunning}>
      {isRunning ? (
        <Progress generation={generation} name={speaker.name} />
      ) : (
        <div className={status === 'FAILED' ? 'notice failure' : 'notice'}>
          <GenerationFailure generation={generation} />
          <Button isSmall icon="refresh" onClick={() => sendAgain({ text: message, picture: pictureOf(imageUrl) })}>
            {verb}
          </Button>
        </div>
      )}
    </ReplyBubble>
  )
}

function pictureOf(url: string | null): Picture | undefined {
  const id = url === null ? null : URL.parse(url, location.origin)?.searchParams.get('id')
  return url !== null && id ? { id, url } : undefined
}

/** Why a reply has no text. */
export function GenerationFailure({ generation: { status, error } }: Pick<GenerationViewProps, 'generation'>) {
  const { failed, failure, stopped } = useWords(words)
  if (status === 'CANCELLED') return <p>{stopped}</p>
  return <p role="alert">{error ? `${failed} ${failure(error.code)}` : failed}</p>
}

/** What a reply waits for, or that it grows. */
export function Progress({ generation, name }: { readonly generation: Generation; readonly name: string }) {
  const text = useWords(words)
  const { status, position, queueReason, estimatedStartAt } = generation
  const seconds = useSecondsUntil(estimatedStartAt)
  if (status === 'RUNNING')
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

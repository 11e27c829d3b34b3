import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import type { Room, RoomState } from '@parley/client'
import { Failure } from '../../../ui/feedback/failure.js'
import { latePart } from '../../shell/late-part.js'
import { IconButton } from '../../../ui/forms/button.js'
import { isComposing } from '../../../ui/forms/is-composing.js'
import { useAction } from '../../../ui/forms/use-action.js'
import { pageInstallation } from '../../../ui/installation/page-installation.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { useFormats } from '../../../ui/text/dates.js'
import { Icon } from '../../../ui/theme/icon.js'
import { isCutOff } from '../connection-notice.js'
import { charactersLeft, isNearLimit, modelLimit } from './message-length.js'
import { directionOf } from './text-direction.js'
import { AttachButton } from './attach-button.js'
import { useAttaching } from './use-attaching.js'
import { shortcuts } from '../../shell/shortcut-keys.js'
import type { Sending } from './use-sending.js'
import type { WebSearchChoice } from '../use-web-search.js'
import { words } from '../words.js'

interface ComposerProps {
  readonly room: Room
  readonly state: RoomState
  readonly partner: string
  readonly sending: Sending
  /** Edits the last message of the log. */
  readonly editLast: RefObject<(() => void) | null>
  readonly webSearch: WebSearchChoice
  /** The choice of the model, where no header has it. */
  readonly model?: ReactNode
}

const ComposerExtras = latePart(({ ComposerExtras }) => ComposerExtras)
const Attached = latePart(({ Attached }) => Attached)

/** How long the button that replaces a clicked one ignores clicks: the second one of a double click is not for it. */
const doubleClickMs = 500

/** The box for the next message. Enter sends it; on touch screens, and with Shift, it begins a new line. */
export function Composer({ room, state, partner, sending, editLast, webSearch, model }: ComposerProps) {
  const text = useWords(words)
  const { reply, room: data } = state
  const { number } = useFormats()
  const { messageLimit } = pageInstallation()
  const { draft, write, isSending, error } = sending
  const box = useRef<HTMLTextAreaElement>(null)
  const [canStop, setCanStop] = useState(false)
  const stop = useAction(() => room.cancel())
  const stoppedAt = useRef(-doubleClickMs)
  const attaching = useAttaching(sending, data)
  const { files = [] } = draft
  const isUploading = sending.chosen?.failure === null
  const isRunning = reply !== null
  const whyNot = isRunning
    ? 'reply'
    : isSending
      ? 'sending'
      : isUploading
        ? 'upload'
        : files.some(({ failure }) => failure)
          ? 'file'
          : undefined
  const isReady = whyNot === undefined
  const left = charactersLeft(draft.text)
  const canSend = draft.text.trim() !== '' && isReady && left >= 0
  // whether the person has wanted to send what cannot be sent now
  const [isAsking, setAsking] = useState(false)
  // the message that the person has sent goes when the server has read its files
  const areRead = files.every(({ data }) => data && data.state !== 'READING')
  const [isWaiting, setWaiting] = useState(false)
  useEffect(() => setAsking(false), [isReady])
  useEffect(() => {
    const { current } = box
    if (!current || matchMedia('(pointer: coarse)').matches) return
    current.focus()
    // at the end of a draft
    current.setSelectionRange(current.value.length, current.value.length)
  }, [])
  // a stop that has failed is over with its reply
  useEffect(stop.clear, [isRunning, stop.clear])
  useEffect(() => {
    const timer = setTimeout(() => setCanStop(isRunning), doubleClickMs)
    return () => {
      clearTimeout(timer)
      setCanStop(false)
    }
  }, [isRunning])
  const isNear = isNearLimit(left)
  const [hasExtras, setExtras] = useState(false)
  // their code is loaded when they are first needed
  const isRefused = Boolean(sending.chosen?.failure ?? attaching.refusal)
  const needsExtras =
    attaching.isOver || isAsking || isWaiting || isNear || isRefused || error?.code === 'BAD_USER_INPUT'
  if (needsExtras && !hasExtras) setExtras(true)
  const send = () => {
    setWaiting(canSend && !areRead)
    if (!canSend) return setAsking(!isReady && draft.text.trim() !== '')
    box.current?.focus()
    if (!areRead) return
    sending.forgetChosen()
    sending.sendDraft()
  }
  const sendWaiting = useEffectEvent(send)
  useEffect(() => {
    if (isWaiting && (areRead || !isReady)) sendWaiting()
  }, [isWaiting, areRead, isReady])
  const stopReply = () => {
    if (!canStop) return
    stoppedAt.current = performance.now()
    void stop.run()
    box.current?.focus()
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.shiftKey || isComposing(event)) return
    if (event.key === 'Escape' && isRunning) stopReply()
    if (event.key === 'ArrowUp' && draft.text === '') {
      event.preventDefault()
      editLast.current?.()
    }
    if (event.key !== 'Enter') return
    if (matchMedia('(pointer: coarse)').matches) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        if (performance.now() - stoppedAt.current >= doubleClickMs) send()
      }}
    >
      {error && isCutOff(state) ? (
        // the notice below the head says why, and tries again
        <p className="small" role="alert">
          {text.notSent}
        </p>
      ) : (
        <Failure
          // the extras say it with the way on
          error={modelLimit(error) === undefined ? error : null}
          conflict={text.replyRuns}
          retry={isReady && sending.unsent && error?.code !== 'BAD_USER_INPUT' ? sending.retry : undefined}
        />
      )}
      <Failure error={stop.error} />
      <div className="composer-box">
        {(draft.picture !== undefined || isUploading || files.length > 0) && <Attached sending={sending} room={data} />}
        <textarea
          ref={box}
          aria-label={text.write}
          aria-keyshortcuts={shortcuts.box}
          placeholder={text.writeTo(partner)}
          value={draft.text}
          rows={CSS.supports('field-sizing', 'content') ? 1 : Math.min(draft.text.split('\n').length, 12)}
          dir={directionOf(draft.text)}
          onChange={({ currentTarget }) => write({ text: currentTarget.value })}
          onKeyDown={pressed}
          onPaste={attaching.paste}
        />
        <div className="composer-commands">
          <AttachButton {...{ isUploading }} choose={attaching.choose} room={data} />
          {webSearch.isOffered && (
            <button
              type="button"
              className="button plain small"
              aria-pressed={webSearch.isOn}
              onClick={() => webSearch.set(!webSearch.isOn)}
            >
              <Icon name="web" />
              {text.webSearch}
            </button>
          )}
          {model}
          {/* a press on it leaves the focus in the box */}
          <span className="composer-send" onMouseDown={(event) => event.preventDefault()}>
            {isRunning ? (
              <IconButton
                kind="primary"
                icon="stop"
                face={<Icon name="stop" isFilled />}
                label={text.stop}
                aria-disabled={!canStop}
                disabled={stop.isRunning}
                onClick={stopReply}
              />
            ) : (
              <IconButton kind="primary" icon="send" label={text.send} type="submit" disabled={!canSend} />
            )}
          </span>
        </div>
      </div>
      {hasExtras && (
        <ComposerExtras
          {...{ sending, attaching, error, number }}
          room={data}
          whyNot={isAsking ? whyNot : undefined}
          stopWaiting={isWaiting ? () => setWaiting(false) : undefined}
          limit={messageLimit}
          left={isNear ? left : undefined}
        />
      )}
    </form>
  )
}

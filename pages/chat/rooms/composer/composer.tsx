import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { Room, RoomState } from '@parley/client'
import { Failure } from '../../../ui/feedback/failure.js'
import { Button, IconButton } from '../../../ui/forms/button.js'
import { isComposing } from '../../../ui/forms/is-composing.js'
import { useAction } from '../../../ui/forms/use-action.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { Icon } from '../../../ui/theme/icon.js'
import { PictureChoice } from './picture-choice.js'
import { PictureFailure } from './picture-failure.js'
import { usePictureUpload } from './picture-upload.js'
import type { Sending } from './use-sending.js'
import { words } from '../words.js'

interface ComposerProps {
  readonly room: Room
  readonly state: RoomState
  readonly partner: string
  readonly sending: Sending
  /** Of office rooms. */
  readonly webSearch: { readonly isOn: boolean; readonly set: (isOn: boolean) => void } | undefined
}

/** How long the button that replaces a clicked one ignores clicks: the second one of a double click is not for it. */
const doubleClickMs = 500

/** The box for the next message. Enter sends it; on touch screens, and with Shift, it begins a new line. */
export function Composer({ room, state: { reply, room: data }, partner, sending, webSearch }: ComposerProps) {
  const text = useWords(words)
  const { draft, write, isSending, error } = sending
  const box = useRef<HTMLTextAreaElement>(null)
  const [canStop, setCanStop] = useState(false)
  const stop = useAction(() => room.cancel())
  const stoppedAt = useRef(-doubleClickMs)
  const upload = usePictureUpload((picture) => write({ picture }))
  const isRunning = reply !== null
  const isReady = !isRunning && !isSending && !upload.isRunning
  const canSend = draft.text.trim() !== '' && isReady
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) box.current?.focus()
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
  const send = () => {
    if (!canSend) return
    upload.clear()
    sending.sendDraft()
    box.current?.focus()
  }
  const stopReply = () => {
    if (!canStop) return
    stoppedAt.current = performance.now()
    void stop.run()
    box.current?.focus()
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
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
      <Failure
        error={error}
        retry={isReady && sending.unsent && error?.code !== 'BAD_USER_INPUT' ? sending.retry : undefined}
      />
      <Failure error={stop.error} />
      <div className="composer-box">
        <textarea
          ref={box}
          aria-label={text.write}
          placeholder={text.writeTo(partner)}
          value={draft.text}
          rows={CSS.supports('field-sizing', 'content') ? 1 : Math.min(draft.text.split('\n').length, 12)}
          dir="auto"
          onChange={({ currentTarget }) => write({ text: currentTarget.value })}
          onKeyDown={pressed}
        />
        <div className="composer-commands">
          <PictureChoice
            picture={draft.picture}
            upload={upload}
            remove={() => write({ picture: undefined })}
            room={data ?? undefined}
          />
          {webSearch && (
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
          {/* a press on it leaves the focus in the box */}
          <span className="composer-send" onMouseDown={(event) => event.preventDefault()}>
            {isRunning ? (
              <Button icon="stop" aria-disabled={!canStop} disabled={stop.isRunning} onClick={stopReply}>
                {text.stop}
              </Button>
            ) : (
              <IconButton kind="primary" icon="send" label={text.send} type="submit" disabled={!canSend} />
            )}
          </span>
        </div>
      </div>
      <PictureFailure upload={upload} />
    </form>
  )
}

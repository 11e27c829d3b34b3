import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { Room, RoomState } from '@parley/client'
import { Failure } from '../../../ui/feedback/failure.js'
import { Button, IconButton } from '../../../ui/forms/button.js'
import { useAction } from '../../../ui/forms/use-action.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { Icon } from '../../../ui/theme/icon.js'
import { PictureChoice } from './picture-choice.js'
import { useDraft } from './use-draft.js'
import type { Picture, Sending } from './use-sending.js'
import { words } from '../words.js'

interface ComposerProps {
  readonly room: Room
  readonly state: RoomState
  readonly partner: string
  readonly sending: Sending
  /** Of office rooms. */
  readonly webSearch: { readonly isOn: boolean; readonly set: (isOn: boolean) => void } | undefined
}

/** The box for the next message. Enter sends it; on touch screens, and with Shift, it begins a new line. */
export function Composer({ room, state: { reply, room: data }, partner, sending, webSearch }: ComposerProps) {
  const text = useWords(words)
  const [draft, setDraft, restoreDraft] = useDraft(room.id)
  const [picture, setPicture] = useState<Picture>()
  const box = useRef<HTMLTextAreaElement>(null)
  const stop = useAction(() => room.cancel())
  const isRunning = reply !== null
  const canSend = draft.trim() !== '' && !isRunning && !sending.isRunning
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) box.current?.focus()
  }, [])
  const send = async () => {
    if (!canSend) return
    setDraft('')
    if (await sending.send(draft, picture)) setPicture(undefined)
    else restoreDraft(draft)
  }
  const pressed = (event: KeyboardEvent) => {
    // Enter also ends the input of a Korean syllable
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    if (matchMedia('(pointer: coarse)').matches) return
    event.preventDefault()
    void send()
  }
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Failure error={sending.error} retry={canSend ? () => void send() : undefined} />
      <Failure error={stop.error} />
      <div className="composer-box">
        <textarea
          ref={box}
          aria-label={text.write}
          placeholder={text.writeTo(partner)}
          value={draft}
          rows={1}
          dir="auto"
          onChange={({ currentTarget }) => {
            setDraft(currentTarget.value)
            if (sending.error) sending.clear()
          }}
          onKeyDown={pressed}
        />
        <div className="composer-commands">
          <PictureChoice picture={picture} choose={setPicture} model={data?.model ?? null} />
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
          <span className="composer-send">
            {isRunning ? (
              <Button icon="stop" disabled={stop.isRunning} onClick={() => void stop.run()}>
                {text.stop}
              </Button>
            ) : (
              <IconButton kind="primary" icon="send" label={text.send} type="submit" disabled={!canSend} />
            )}
          </span>
        </div>
      </div>
    </form>
  )
}

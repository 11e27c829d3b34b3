import { useEffect, useRef } from 'react'
import type { Entry, Generation, Room } from '@parley/client'
import { Failure } from '../../../ui/feedback/failure.js'
import { lazyPart, lazyScreen } from '../../../ui/feedback/lazy-screen.js'
import { CopyButton } from '../../../ui/forms/copy-button.js'
import { IconButton } from '../../../ui/forms/button.js'
import { useAction } from '../../../ui/forms/use-action.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { browserTimeZone } from '../browser-time-zone.js'
import { EntryMenu } from './entry-menu.js'
import { GenerationFailure, Progress } from './generation-view.js'
import { Message } from './message.js'
import { ReplyBubble, type Speaker } from './reply-bubble.js'
import { ReplyEnd } from './reply-end.js'
import type { Editing } from './use-held-rows.js'
import { words } from '../words.js'

const Alternatives = lazyPart(async () => (await import('../../shell/late.js')).Alternatives)
const EntryEditor = lazyScreen(async () => (await import('../../shell/late.js')).EntryEditor)

interface EntryViewProps extends Editing {
  readonly room: Room
  readonly entry: Entry
  readonly speaker: Speaker
  /** The last generation of another reply of this entry, unless it is complete. */
  readonly again: Generation | undefined
  /** Whether a reply of the room is generated: there is one at a time. */
  readonly isBusy: boolean
  readonly searchAccess: boolean
}

/** A message with its reply, and what can be done with both. */
export function EntryView({ room, entry, speaker, again, isBusy, searchAccess, edited, edit }: EntryViewProps) {
  const text = useWords(words)
  const { index, version, inputData, outputData } = entry
  const row = useRef<HTMLDivElement>(null)
  const regenerate = useAction(() =>
    room.regenerate(index, { expectedVersion: version, searchAccess, ...browserTimeZone() }),
  )
  const isAgain = again?.status === 'QUEUED' || again?.status === 'RUNNING'
  const wasEdited = useRef(false)
  useEffect(() => {
    if (wasEdited.current && !edited) focusIn(row.current)
    wasEdited.current = edited !== undefined
  }, [edited])
  const close = () => edit(undefined)
  const focusOnEntry = () => row.current?.focus({ preventScroll: true })
  const save = (changed: string) => {
    if (!edited) return Promise.resolve()
    // of the version that the person has seen, not of one that has come since
    const { index: place, version: expectedVersion } = edited.entry
    if (edited.part === 'reply') return room.edit(edited.entry, { outputData: changed })
    return room.regenerate(place, { inputData: changed, expectedVersion, searchAccess, ...browserTimeZone() })
  }
  if (edited?.part === 'message')
    return (
      <EntryEditor
        label={text.editMessage}
        verb={text.replyAgain}
        text={edited.entry.inputData}
        isMessage
        save={save}
        close={close}
      />
    )
  return (
    <div className="entry" ref={row} tabIndex={-1}>
      {(inputData !== '' || entry.imgUrl) && (
        <Message text={isAgain ? again.message : inputData} imageUrl={entry.imgUrl} />
      )}
      {edited ? (
        <EntryEditor label={text.editReply} verb={text.save} text={edited.entry.outputData} save={save} close={close} />
      ) : (
        <ReplyBubble
          speaker={speaker}
          text={isAgain ? again.text : outputData}
          thoughts={isAgain ? again.thoughts : entry.thoughts}
          isGrowing={isAgain}
        >
          {isAgain && <Progress generation={again} name={speaker.name} />}
          {again?.status === 'FAILED' && (
            <div className="notice failure">
              <GenerationFailure generation={again} />
            </div>
          )}
          {!isAgain && <ReplyEnd {...{ room, entry, isBusy }} onContinue={focusOnEntry} />}
          <Failure error={regenerate.error} />
          {!isAgain && (
            <div className="entry-commands">
              {entry.alternativeCount > 1 && <Alternatives room={room} entry={entry} isBusy={isBusy} />}
              <IconButton
                isSmall
                icon="refresh"
                label={text.regenerate}
                disabled={isBusy || regenerate.isRunning}
                onClick={() => {
                  void regenerate.run()
                  focusOnEntry()
                }}
              />
              <CopyButton text={outputData} label={text.copyReply} />
              <EntryMenu room={room} entry={entry} isBusy={isBusy} edit={(chosen) => edit({ entry, part: chosen })} />
            </div>
          )}
        </ReplyBubble>
      )}
    </div>
  )
}

/** Puts the focus on the commands of an entry, or on the entry while it has none. */
function focusIn(row: HTMLElement | null): void {
  const commands = row?.querySelector<HTMLElement>('[aria-haspopup=menu]')
  ;(commands ?? row)?.focus({ preventScroll: true })
}

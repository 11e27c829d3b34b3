import { useEffect, useRef } from 'react'
import type { Entry, Generation, Room } from '@parley/client'
import { Failure } from '../../../ui/feedback/failure.js'
import { latePart, lateScreen } from '../../shell/late-part.js'
import { CopyButton } from '../../../ui/forms/copy-button.js'
import { IconButton } from '../../../ui/forms/button.js'
import { useAction } from '../../../ui/forms/use-action.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { browserTimeZone } from '../browser-time-zone.js'
import { EntryMenu, hasMessage } from './entry-menu.js'
import { GenerationEnd, Progress, SearchState } from './generation-view.js'
import { Message } from './message.js'
import { ReplyBubble, type Speaker } from './reply-bubble.js'
import type { Edited, Editing } from './use-held-rows.js'
import { words } from '../words.js'

const Alternatives = latePart(({ Alternatives }) => Alternatives)
const ReplyEnd = latePart(({ ReplyEnd }) => ReplyEnd)
const EntryEditor = lateScreen(({ EntryEditor }) => EntryEditor)

interface EntryViewProps extends Editing {
  readonly room: Room
  readonly entry: Entry
  readonly speaker: Speaker
  readonly persona: Speaker | null | undefined
  /** The last generation of another reply of this entry, unless it is complete. */
  readonly again: Generation | undefined
  /** The search for the reply, where it is known. */
  readonly webSearch: Generation['webSearch']
  /** Whether a reply of the room is generated: there is one at a time. */
  readonly isBusy: boolean
  /** Whether the room gets no new reply. */
  readonly isOver: boolean
  readonly searchAccess: boolean
}

/** A message with its reply, and what can be done with both. */
export function EntryView({
  room,
  entry,
  speaker,
  persona,
  again,
  webSearch,
  isBusy,
  isOver,
  searchAccess,
  edited,
  edit,
}: EntryViewProps) {
  const text = useWords(words)
  const { index, version, inputData, outputData, finishReason } = entry
  const row = useRef<HTMLDivElement>(null)
  const regenerate = useAction(() =>
    room.regenerate(index, { expectedVersion: version, searchAccess, ...browserTimeZone() }),
  )
  const isAgain = again?.status === 'QUEUED' || again?.status === 'RUNNING'
  const isHeld = isBusy || isOver
  const isCut = finishReason !== null && finishReason !== 'STOP'
  const wasEdited = useRef<Edited['part']>(undefined)
  useEffect(() => {
    if (wasEdited.current && !edited) focusIn(row.current, wasEdited.current)
    wasEdited.current = edited?.part
  }, [edited])
  const close = () => edit(undefined)
  const focusOnEntry = () => row.current?.focus({ preventScroll: true })
  const writeAgain = () => {
    void regenerate.run()
    focusOnEntry()
  }
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
        verb={text.send}
        text={edited.entry.inputData}
        isMessage
        save={save}
        close={close}
      />
    )
  return (
    <div className="entry" ref={row} tabIndex={-1}>
      {hasMessage(entry) && (
        <div className="own">
          <Message
            persona={persona}
            text={isAgain ? again.message : inputData}
            imageUrl={entry.imgUrl}
            files={entry.attachments}
          />
          <div className="entry-commands">
            {inputData !== '' && (
              <>
                <CopyButton text={inputData} label={text.copyMessage} />
                <IconButton
                  isSmall
                  icon="edit"
                  label={text.editMessage}
                  disabled={isHeld}
                  onClick={() => edit({ entry, part: 'message' })}
                />
              </>
            )}
            <EntryMenu
              {...{ room, entry }}
              part="message"
              copied={inputData}
              edit={isHeld || inputData === '' ? undefined : () => edit({ entry, part: 'message' })}
            />
          </div>
        </div>
      )}
      {edited ? (
        <EntryEditor label={text.editReply} verb={text.save} text={edited.entry.outputData} save={save} close={close} />
      ) : (
        <ReplyBubble
          speaker={speaker}
          text={isAgain ? again.text : outputData}
          thoughts={(isAgain ? again : entry).thoughts}
          thoughtsMs={(isAgain ? again : entry).thoughtsMs}
          sources={(isAgain ? again : entry).sources}
          model={(isAgain ? again : entry).model}
          time={entry.createdAt}
          isGrowing={isAgain}
          isCut={isCut}
        >
          {isAgain && <Progress generation={again} name={speaker.name} />}
          {again?.status === 'FAILED' && <GenerationEnd room={room} isBusy={isHeld} generation={again} />}
          {!isAgain && isCut && <ReplyEnd {...{ room, entry }} isBusy={isHeld} onContinue={focusOnEntry} />}
          {!isAgain && webSearch && <SearchState webSearch={webSearch} />}
          <Failure error={regenerate.error} conflict={isBusy ? text.replyRuns : undefined} />
          {!isAgain && (
            <div className="entry-commands">
              {entry.alternativeCount > 1 && <Alternatives room={room} entry={entry} isBusy={isBusy} />}
              <CopyButton text={outputData} label={text.copyReply} />
              <IconButton
                isSmall
                icon="refresh"
                label={text.regenerate}
                disabled={isHeld || regenerate.isRunning}
                onClick={writeAgain}
              />
              <EntryMenu
                {...{ room, entry }}
                part="reply"
                copied={outputData}
                edit={() => edit({ entry, part: 'reply' })}
                regenerate={isHeld || regenerate.isRunning ? undefined : writeAgain}
              />
            </div>
          )}
        </ReplyBubble>
      )}
    </div>
  )
}

/** Puts the focus on the commands of a part of an entry, or on the entry while it has none. */
function focusIn(row: HTMLElement | null, part: Edited['part']): void {
  const commands = row?.querySelector<HTMLElement>(`.${part === 'message' ? 'own' : 'reply'} [aria-haspopup=menu]`)
  ;(commands ?? row)?.focus({ preventScroll: true })
}

import { memo } from 'react'
import type { Entry, Room, RoomState } from '@parley/client'
import { useWords } from '../../../ui/text/catalogue.js'
import { EntryView } from './entry-view.js'
import type { LogRow } from './entry-rows.js'
import { GenerationView } from './generation-view.js'
import { LogDay } from './log-day.js'
import { Message } from './message.js'
import { ReplyBubble, type Speaker } from './reply-bubble.js'
import { isOver } from '../is-over.js'
import type { Sending } from '../composer/use-sending.js'
import type { Editing } from './use-held-rows.js'
import { latePart } from '../../shell/late-part.js'
import { words } from '../words.js'

const UnansweredCommands = latePart(({ UnansweredCommands }) => UnansweredCommands)

interface LogRowViewProps extends Editing {
  readonly row: LogRow
  readonly room: Room
  readonly state: RoomState
  readonly partner: string
  readonly sending: Sending
  readonly isTarget: boolean
  /** Its commands are shown without the pointer or the focus. */
  readonly isLast: boolean
}

export const LogRowView = memo(function LogRowView(props: LogRowViewProps) {
  const { day } = props.row
  const row = <Row {...props} />
  return day === undefined ? (
    row
  ) : (
    <>
      <LogDay day={day} />
      {row}
    </>
  )
}, isSameRow)

function Row(props: LogRowViewProps) {
  const { row, room, state, partner, sending, isTarget, isLast, edited, edit } = props
  const text = useWords(words)
  const imageUrl = state.room?.__typename === 'ChatRoom' ? state.room.character?.imageUrl : null
  const speaker = { name: partner, imageUrl }
  const persona = state.room?.persona
  const isBusy = state.reply !== null
  switch (row.kind) {
    case 'older':
      return (
        <p className="log-row quiet older" role="status">
          {text.older}
        </p>
      )
    case 'greeting':
      return (
        <div className="log-row">
          <ReplyBubble speaker={speaker} text={row.text} />
        </div>
      )
    case 'entry':
      return (
        <div className={['log-row', isTarget && 'target', isLast && 'last'].filter(Boolean).join(' ')}>
          <EntryView
            {...{ room, speaker, edited, edit, isBusy }}
            persona={personaOf(row.entry, persona)}
            entry={row.entry}
            again={row.again}
            webSearch={row.webSearch}
            isOver={isOver(state.room)}
            searchAccess={sending.searchAccess}
          />
        </div>
      )
    case 'generation': {
      const { generation, earlier } = row
      const isHeld = isBusy || isOver(state.room)
      return (
        <div className={isLast ? 'log-row last' : 'log-row'}>
          <div className="own">
            <Message
              persona={personaOf(generation, persona)}
              text={generation.message}
              imageUrl={generation.imageUrl}
              files={generation.attachments}
            />
            {generation !== state.reply && generation.message !== '' && (
              <UnansweredCommands
                {...{ room, generation, earlier, isBusy: isHeld }}
                searchAccess={sending.searchAccess}
              />
            )}
          </div>
          <GenerationView {...{ room, speaker, generation, earlier, isBusy: isHeld }} sendAgain={sending.send} />
        </div>
      )
    }
    case 'pending':
      return (
        <div className="log-row">
          <Message
            persona={persona}
            text={row.message.text}
            imageUrl={row.message.picture?.url}
            files={row.message.files}
          />
          <p className="quiet small sending">{text.sending}</p>
        </div>
      )
  }
}

type RoomPersona = NonNullable<RoomState['room']>['persona']

/** The persona that has sent a message, by its name at that time; the one of the room now where that is not known. */
function personaOf({ sender }: Pick<Entry, 'sender'>, now: RoomPersona | undefined): Speaker | null | undefined {
  if (!sender) return now
  const { personaId, personaName: name } = sender
  return name === null ? null : { name, imageUrl: personaId === now?.id ? now.imageUrl : null }
}

/** While a reply grows, the entries before it are not rendered again. */
function isSameRow(before: LogRowViewProps, after: LogRowViewProps): boolean {
  if (before.isLast !== after.isLast || before.row.day !== after.row.day) return false
  if (before.isTarget !== after.isTarget || before.partner !== after.partner || before.row.key !== after.row.key)
    return false
  if ((before.state.reply === null) !== (after.state.reply === null)) return false
  if (before.row.kind === 'entry' && after.row.kind === 'entry')
    return (
      before.row.entry === after.row.entry &&
      before.row.again === after.row.again &&
      before.row.webSearch?.state === after.row.webSearch?.state &&
      before.edited === after.edited &&
      before.sending.searchAccess === after.sending.searchAccess &&
      before.state.room === after.state.room
    )
  return before.row === after.row && before.sending.send === after.sending.send
}

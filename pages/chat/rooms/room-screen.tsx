import { useRef } from 'react'
import { useRoom } from '@parley/client/react'
import { Failure } from '../../ui/feedback/failure.js'
import { latePart } from '../shell/late-part.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useRoute } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useSlowReply } from '../notifications/use-slow-reply.js'
import { Composer } from './composer/composer.js'
import { tryNow } from './connection-notice.js'
import { DemonstrationNotice } from './demonstration-notice.js'
import { isOver } from './is-over.js'
import { EntryLog } from './log/entry-log.js'
import { RoomHeader } from './room-header.js'
import { partnerOf } from './room-title.js'
import { useSending } from './composer/use-sending.js'
import { useReadMark } from './use-read-mark.js'
import { useWebSearch } from './use-web-search.js'
import { words } from './words.js'

const MissingRoom = latePart(({ MissingRoom }) => MissingRoom)
const ClosedComposer = latePart(({ ClosedComposer }) => ClosedComposer)
const NotificationOffer = latePart(({ NotificationOffer }) => NotificationOffer, null, true)

/** A conversation: its log, the running reply and the box for the next message. */
export function RoomScreen({ id }: { readonly id: string }) {
  const text = useWords(words)
  const [state, room] = useRoom(id)
  const { query } = useRoute()
  const editLast = useRef<() => void>(null)
  const webSearch = useWebSearch(id, state.room)
  const sending = useSending(room, state, webSearch.isOn)
  const { room: data, connection, error, isDeleted } = state
  useReadMark(room, data)
  const isSlow = useSlowReply(state.reply !== null)
  const isGone = isDeleted || (connection === 'ended' && error?.code === 'NOT_FOUND')
  if (isGone) return <MissingRoom />
  if (!data)
    return (
      <div className="page medium">
        <Failure error={error} retry={connection === 'ended' ? loadAgain : tryNow} />
        {connection !== 'ended' && <Loading />}
      </div>
    )
  const partner = partnerOf(data, text.assistant)
  const target = Number(query.get('entry') ?? NaN)
  return (
    <div className="room">
      <RoomHeader
        data={data}
        state={state}
        chooseModel={(name, isDefault) => room.update({ model: isDefault ? null : name })}
      />
      {connection === 'ended' && <Failure error={error} retry={loadAgain} />}
      <DemonstrationNotice room={data} isConnected={connection === 'live'} />
      <EntryLog
        {...{ room, state, partner, editLast }}
        chooseGreeting={(greetingIndex) => room.update({ greetingIndex })}
        sending={sending}
        target={Number.isNaN(target) ? undefined : target}
      />
      {isSlow && <NotificationOffer isOver={state.reply === null} />}
      {isOver(data) && state.reply === null ? (
        <ClosedComposer />
      ) : (
        <Composer key={id} {...{ room, state, partner, sending, editLast, webSearch }} />
      )}
    </div>
  )
}

const loadAgain = () => location.reload()

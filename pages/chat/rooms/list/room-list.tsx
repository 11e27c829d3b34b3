import { useEffect, useMemo, useRef, useState, type ComponentType } from 'react'
import type { RoomData } from '@parley/client'
import { useRooms } from '@parley/client/react'
import { Virtualizer } from 'virtua'
import { Failure } from '../../../ui/feedback/failure.js'
import { Loading } from '../../../ui/feedback/loading.js'
import { Button } from '../../../ui/forms/button.js'
import { useAction } from '../../../ui/forms/use-action.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { useFormats } from '../../../ui/text/dates.js'
import { RoomLink } from '../room-link.js'
import { roomRows, type RoomRow } from './room-days.js'
import { useToday } from './use-today.js'
import { words } from '../words.js'

/** So close to the end, in pixels, older rooms are loaded. */
const endMargin = 600

interface RoomListProps {
  readonly archived: boolean
  /** How a room is shown. */
  readonly row?: ComponentType<{ readonly data: RoomData }>
}

/** The rooms by the day of their last change, the pinned ones first. Only those in view are in the document. */
export function RoomList({ archived, row: Row = RoomLink }: RoomListProps) {
  const text = useWords(words)
  const { month } = useFormats()
  const [{ rooms, hasMore, connection, error }, list] = useRooms({ archived })
  const more = useAction(() => list.loadMore())
  const today = useToday()
  const rows = useMemo(() => roomRows(rooms, today), [rooms, today])
  const [used, setUsed] = useState<string>()
  // its dialogs and its field for the name stay when it moves out of sight
  const held = useMemo(() => rows.flatMap(({ key }, place) => (key === used ? [place] : [])), [rows, used])
  const frame = useRef<HTMLDivElement>(null)
  const isEmpty = rooms.length === 0 && connection === 'live' && !hasMore
  const loadNearEnd = () => {
    const { current } = frame
    if (!current || !hasMore || more.isRunning || more.error || connection !== 'live') return
    if (current.scrollHeight - current.scrollTop - current.clientHeight < endMargin) void more.run()
  }
  // a short list does not scroll
  useEffect(loadNearEnd)
  const titleOf = ({ day }: Extract<RoomRow, { kind: 'heading' }>) =>
    day === 'pinned' ? text.pinnedRooms : typeof day === 'string' ? text[day] : month(day)
  return (
    <div className="room-list" ref={frame}>
      {isEmpty && <p className="quiet small">{archived ? text.noArchived : text.noRooms}</p>}
      {rooms.length === 0 && connection === 'connecting' && <Loading />}
      <Virtualizer data={rows} as="ul" item="li" scrollRef={frame} keepMounted={held} onScroll={loadNearEnd}>
        {(row) =>
          row.kind === 'room' ? (
            <div key={row.key} onFocus={() => setUsed(row.key)}>
              <Row data={row.data} />
            </div>
          ) : (
            <h2 key={row.key} className="room-day">
              {titleOf(row)}
            </h2>
          )
        }
      </Virtualizer>
      {connection === 'ended' ? (
        <Failure error={error} retry={() => location.reload()} />
      ) : (
        rooms.length === 0 && <Failure error={error} />
      )}
      {hasMore && (
        <Button kind="plain" isSmall disabled={more.isRunning} onClick={() => void more.run()}>
          {text.moreRooms}
        </Button>
      )}
      <Failure error={more.error} />
    </div>
  )
}

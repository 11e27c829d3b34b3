import { useState } from 'react'
import type { RoomData } from '@parley/client'
import { useParley } from '@parley/client/react'
import { Failure } from '../../../ui/feedback/failure.js'
import { Button, IconButton } from '../../../ui/forms/button.js'
import { Link } from '../../../ui/navigation/link.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { useFormats } from '../../../ui/text/dates.js'
import { isToday } from '../../../ui/text/is-today.js'
import { DeleteRoom } from '../delete-room.js'
import { words as lateWords } from '../late-words.js'
import { partnerOf, roomTitle } from '../room-title.js'
import { useArchiving } from '../use-archiving.js'
import { words } from '../words.js'

/** A room in the archive, with what people do there. */
export function ArchivedRoom({ data }: { readonly data: RoomData }) {
  const text = { ...useWords(words), ...useWords(lateWords) }
  const { date, time } = useFormats()
  const parley = useParley()
  const unarchive = useArchiving(data)
  const [isDeleting, setDeleting] = useState(false)
  const title = roomTitle(data, text.assistant)
  return (
    <div className="archived-room">
      <Link to={`/rooms/${data.id}`} className="room-names">
        <span className="clipped" dir="auto">
          {title}
        </span>{' '}
        {data.__typename === 'ChatRoom' && <bdi className="small quiet clipped">{partnerOf(data, text.assistant)}</bdi>}
      </Link>
      <time className="small quiet" dateTime={data.updatedAt}>
        {text.lastUsed(isToday(data.updatedAt) ? time(data.updatedAt) : date(data.updatedAt))}
      </time>
      <Button
        isSmall
        aria-label={text.unarchiveOne(title)}
        aria-disabled={unarchive.isRunning}
        onClick={() => void unarchive.run()}
      >
        {text.unarchive}
      </Button>
      <IconButton isSmall icon="delete" label={text.deleteOne(title)} onClick={() => setDeleting(true)} />
      <Failure error={unarchive.error} />
      {isDeleting && (
        <DeleteRoom title={title} run={() => parley.room(data.id).remove()} close={() => setDeleting(false)} />
      )}
    </div>
  )
}

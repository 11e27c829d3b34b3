import { useRooms } from '@parley/client/react'
import { Link } from '../../ui/navigation/link.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { isToday } from '../../ui/text/is-today.js'
import { roomTitle } from '../rooms/room-title.js'
import { words as roomWords } from '../rooms/words.js'
import { words } from './words.js'

const shown = 8

/** The rooms that have changed last: what a person looks for is often in one of them. */
export function RecentRooms() {
  const text = useWords(words)
  const { assistant } = useWords(roomWords)
  const { date, time } = useFormats()
  const [{ rooms }] = useRooms({ archived: false })
  if (rooms.length === 0) return null
  return (
    <section>
      <h2>{text.recent}</h2>
      <ul role="list" className="lines">
        {rooms.slice(0, shown).map((room) => (
          <li key={room.id}>
            <Link to={`/rooms/${room.id}`} dir="auto">
              {roomTitle(room, assistant)}
            </Link>
            <time className="quiet small" dateTime={room.updatedAt}>
              {isToday(room.updatedAt) ? time(room.updatedAt) : date(room.updatedAt)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}

import type { RoomData } from '@parley/client'
import { Link } from '../../ui/navigation/link.js'
import { useWords } from '../../ui/text/catalogue.js'
import { Portrait } from '../../ui/theme/portrait.js'
import { RoomMenu } from './room-menu.js'
import { partnerOf, roomTitle } from './room-title.js'
import { words } from './words.js'

/** A room in the list. */
export function RoomLink({ data }: { readonly data: RoomData }) {
  const { assistant } = useWords(words)
  const partner = partnerOf(data, assistant)
  const title = roomTitle(data, assistant)
  const imageUrl = data.__typename === 'ChatRoom' ? data.character?.imageUrl : null
  return (
    <li className="room-link">
      <Link to={`/rooms/${data.id}`}>
        <Portrait name={partner} imageUrl={imageUrl} size={2} />
        <span className="room-names">
          <span className="clipped" dir="auto">
            {title}
          </span>
          {title !== partner && (
            <span className="clipped small quiet" dir="auto">
              {partner}
            </span>
          )}
        </span>
      </Link>
      <RoomMenu data={data} isSmall />
    </li>
  )
}

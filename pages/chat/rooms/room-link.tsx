import { useState } from 'react'
import type { RoomData } from '@parley/client'
import { latePart } from '../shell/late-part.js'
import { Link } from '../../ui/navigation/link.js'
import { useRoute } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { Portrait } from '../../ui/theme/portrait.js'
import { RoomMenu } from './room-menu.js'
import { partnerOf, roomTitle } from './room-title.js'
import { words } from './words.js'

const RenameInPlace = latePart(({ RenameInPlace }) => RenameInPlace)

/** A room in the list. */
export function RoomLink({ data }: { readonly data: RoomData }) {
  const { assistant, unread } = useWords(words)
  const { parts } = useRoute()
  const [isRenaming, setRenaming] = useState(false)
  const partner = partnerOf(data, assistant)
  const title = roomTitle(data, assistant)
  const imageUrl = data.__typename === 'ChatRoom' ? data.character?.imageUrl : null
  // a reply that ends before the eyes of the reader gets no mark, not even for a moment
  const isRead = parts[0] === 'rooms' && parts[1] === data.id && document.visibilityState === 'visible'
  const isUnread = data.unread && !isRead
  // a face says whose chat it is; the assistant has most of the chats: its name in every row would say nothing
  const portrait = data.__typename === 'ChatRoom' && <Portrait name={partner} imageUrl={imageUrl} size={1.5} />
  return (
    <div className={isUnread ? 'room-link unread' : 'room-link'}>
      {isRenaming ? (
        <div className="room-renamed">
          {portrait}
          <RenameInPlace data={data} close={() => setRenaming(false)} />
        </div>
      ) : (
        <Link to={`/rooms/${data.id}`}>
          {portrait}
          <span className="room-names">
            <span className="clipped" dir="auto">
              {title}
            </span>{' '}
            {portrait && title !== partner && <bdi className={imageUrl ? 'unseen' : 'clipped'}>{partner}</bdi>}
          </span>
          {isUnread && <span className="unread-mark" role="img" aria-label={unread} />}
        </Link>
      )}
      <RoomMenu data={data} isSmall rename={() => setRenaming(true)} />
    </div>
  )
}

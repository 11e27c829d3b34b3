import { useState } from 'react'
import { useParley, useRooms } from '@parley/client/react'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { Button } from '../../ui/forms/button.js'
import { useAction } from '../../ui/forms/use-action.js'
import { LinkButton } from '../../ui/navigation/link.js'
import { navigate } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { RoomLink } from '../rooms/room-link.js'
import { words } from '../rooms/words.js'
import { Icon } from '../../ui/theme/icon.js'

interface SidebarProps {
  readonly isOpen: boolean
  readonly close: () => void
}

/** The conversations, the last changed first. On a phone it is over the screen while it is open. */
export function Sidebar({ isOpen, close }: SidebarProps) {
  const text = useWords(words)
  const parley = useParley()
  const [archived, setArchived] = useState(false)
  const [{ rooms, hasMore, connection, error }, list] = useRooms({ archived })
  const more = useAction(() => list.loadMore())
  const create = useAction(async () => navigate(`/rooms/${(await parley.createOfficeRoom()).id}`))
  const isEmpty = rooms.length === 0 && connection === 'live' && !hasMore
  return (
    <nav
      className={isOpen ? 'sidebar open' : 'sidebar'}
      aria-label={text.rooms}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <div className="sidebar-commands">
        <Button icon="add" disabled={create.isRunning} onClick={() => void create.run()}>
          {text.newRoom}
        </Button>
        <LinkButton kind="plain" to="/search">
          <Icon name="search" />
          {text.search}
        </LinkButton>
        <Failure error={create.error} />
      </div>
      <div className="sidebar-rooms">
        {isEmpty && <p className="quiet small">{archived ? text.noArchived : text.noRooms}</p>}
        {rooms.length === 0 && connection === 'connecting' && <Loading />}
        <ul role="list">
          {rooms.map((room) => (
            <RoomLink key={room.id} data={room} />
          ))}
        </ul>
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
      <Button kind="plain" isSmall icon={archived ? 'back' : 'archive'} onClick={() => setArchived(!archived)}>
        {archived ? text.showCurrent : text.showArchived}
      </Button>
    </nav>
  )
}

import { words as feedbackWords } from '../../ui/feedback/words.js'
import { IconButton } from '../../ui/forms/button.js'
import { LinkButton } from '../../ui/navigation/link.js'
import { useWords } from '../../ui/text/catalogue.js'
import { Icon } from '../../ui/theme/icon.js'
import { RoomList } from '../rooms/list/room-list.js'
import { words } from '../rooms/words.js'
import { shortcuts } from './shortcut-keys.js'
import { AccountMenu } from './top-bar.js'
import { useDrawer } from './use-drawer.js'
import { words as shellWords } from './words.js'

interface SidebarProps {
  readonly isOpen: boolean
  readonly close: () => void
}

/** The conversations, the last changed first. On a phone it is over the screen while it is open. */
export function Sidebar({ isOpen, close }: SidebarProps) {
  const text = useWords(words)
  const { close: hide } = useWords(feedbackWords)
  const { characters } = useWords(shellWords)
  const drawer = useDrawer(isOpen, close)
  return (
    <>
      {isOpen && <div className="scrim" onClick={close} />}
      <nav
        ref={drawer}
        className={isOpen ? 'sidebar open' : 'sidebar'}
        aria-label={text.rooms}
        onClick={({ target }) => target instanceof Element && target.closest('a') && close()}
        onKeyDown={({ key }) => key === 'Escape' && close()}
      >
        <div className="sidebar-commands">
          <span className="phone-only">
            <IconButton icon="close" label={hide} onClick={close} />
          </span>
          <LinkButton to="/new" aria-keyshortcuts={shortcuts.newRoom}>
            <Icon name="add" />
            {text.newRoom}
          </LinkButton>
          <LinkButton kind="plain" to="/search" aria-keyshortcuts={shortcuts.search}>
            <Icon name="search" />
            {text.search}
          </LinkButton>
        </div>
        <RoomList archived={false} />
        <div className="sidebar-commands">
          {/* the bar of a room has no other way to it */}
          <span className="phone-only">
            <LinkButton kind="plain" to="/">
              <Icon name="person" />
              {characters}
            </LinkButton>
          </span>
          <LinkButton kind="plain" to="/archived">
            <Icon name="archive" />
            {text.showArchived}
          </LinkButton>
          {isOpen && <AccountMenu />}
        </div>
      </nav>
    </>
  )
}

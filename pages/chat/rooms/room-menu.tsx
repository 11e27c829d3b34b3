import { useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { RoomData } from '@parley/client'
import { useParley } from '@parley/client/react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { Failure } from '../../ui/feedback/failure.js'
import { lazyPart } from '../../ui/feedback/lazy-screen.js'
import { useAction } from '../../ui/forms/use-action.js'
import { pageInstallation } from '../../ui/installation/page-installation.js'
import { Menu } from '../../ui/navigation/menu.js'
import { currentRoute, navigate } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words as characterWords } from '../characters/words.js'
import { roomTitle } from './room-title.js'
import { useArchiving } from './use-archiving.js'
import { words } from './words.js'

const ExportRoom = lazyPart(async () => (await import('../shell/late.js')).ExportRoom)
const ShareRoom = lazyPart(async () => (await import('../shell/late.js')).ShareRoom)
const DeleteRoom = lazyPart(async () => (await import('../shell/late.js')).DeleteRoom)
const RoomSettings = lazyPart(async () => (await import('../shell/late.js')).RoomSettings)

interface RoomMenuProps {
  readonly data: RoomData
  readonly isSmall?: boolean
  /** Shows the field for the name. */
  readonly rename: () => void
}

/** The commands for a room. */
export function RoomMenu({ data, isSmall = false, rename }: RoomMenuProps) {
  const text = useWords(words)
  const parley = useParley()
  const announce = useAnnounce()
  const { id } = data
  const [shown, setShown] = useState<'settings' | 'export' | 'share' | 'delete'>()
  const close = () => setShown(undefined)
  const { startAnother } = useWords(characterWords)
  const character = data.__typename === 'ChatRoom' ? data.character : null
  const isArchived = data.archivedAt !== null
  const title = roomTitle(data, text.assistant)
  const archive = useArchiving(data)
  const isPinned = data.pinnedAt !== null
  const pin = useAction(async () => {
    await parley.room(id).setPinned(!isPinned)
    announce(isPinned ? text.unpinned(title) : text.pinned(title))
  })
  const remove = async () => {
    await parley.room(id).remove()
    const [first, second] = currentRoute().parts
    if (first === 'rooms' && second === id) navigate('/', { replace: true })
  }
  return (
    <>
      <Menu
        isSmall={isSmall}
        label={text.roomMenu(title)}
        items={[
          { label: isPinned ? text.unpin : text.pin, icon: 'pin', run: () => void pin.run() },
          { label: text.rename, icon: 'edit', run: rename },
          { label: text.roomSettings, icon: 'settings', run: () => setShown('settings') },
          { label: text.searchRoom, icon: 'search', run: () => navigate(`/search?room=${id}`) },
          ...(character
            ? [{ label: startAnother, icon: 'add' as const, run: () => navigate(`/new?character=${character.id}`) }]
            : []),
          { label: text.exportRoom, icon: 'download', run: () => setShown('export') },
          ...(pageInstallation().shareLinks
            ? [{ label: text.shareRoom, icon: 'share', run: () => setShown('share') } as const]
            : []),
          {
            label: isArchived ? text.unarchive : text.archive,
            icon: 'archive',
            run: () => void archive.run(),
          },
          { label: text.deleteRoom, icon: 'delete', isDangerous: true, run: () => setShown('delete') },
        ]}
      />
      <Failure error={archive.error ?? pin.error} />
      {shown === 'settings' && overPage(<RoomSettings data={data} close={close} />)}
      {shown === 'export' && overPage(<ExportRoom data={data} close={close} />)}
      {shown === 'share' && overPage(<ShareRoom data={data} close={close} />)}
      {shown === 'delete' && overPage(<DeleteRoom title={title} run={remove} close={close} />)}
    </>
  )
}

/** A browser closes a dialog whose element is moved, as the rows of a list are. */
const overPage = (dialog: ReactNode) => createPortal(dialog, document.body)

import { useState } from 'react'
import type { RoomData } from '@parley/client'
import { useParley } from '@parley/client/react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { Failure } from '../../ui/feedback/failure.js'
import { latePart } from '../shell/late-part.js'
import { useAction } from '../../ui/forms/use-action.js'
import { pageInstallation } from '../../ui/installation/page-installation.js'
import { Menu } from '../../ui/navigation/menu.js'
import { navigate } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { roomTitle } from './room-title.js'
import { useArchiving } from './use-archiving.js'
import { words } from './words.js'

const RoomDialog = latePart(({ RoomDialog }) => RoomDialog)

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
  const [asked, setAsked] = useState<'settings' | 'files' | 'export' | 'share' | 'delete'>()
  const character = data.__typename === 'ChatRoom' ? data.character : null
  const isArchived = data.archivedAt !== null
  const title = roomTitle(data, text.assistant)
  const archive = useArchiving(data)
  const isPinned = data.pinnedAt !== null
  const pin = useAction(async () => {
    await parley.room(id).setPinned(!isPinned)
    announce(isPinned ? text.unpinned(title) : text.pinned(title))
  })
  return (
    <>
      <Menu
        isSmall={isSmall}
        label={text.roomMenu(title)}
        items={[
          { label: isPinned ? text.unpin : text.pin, icon: 'pin', run: () => void pin.run() },
          { label: text.rename, icon: 'edit', run: rename },
          { label: text.roomSettings, icon: 'settings', run: () => setAsked('settings') },
          ...(data.acceptsFiles ? [{ label: text.files, icon: 'attach', run: () => setAsked('files') } as const] : []),
          { label: text.searchRoom, icon: 'search', run: () => navigate(`/search?room=${id}`) },
          ...(character
            ? [
                {
                  label: text.newRoomWith(character.name),
                  icon: 'add' as const,
                  run: () => navigate(`/new?character=${character.id}`),
                },
              ]
            : []),
          { label: text.exportRoom, icon: 'download', run: () => setAsked('export') },
          ...(pageInstallation().shareLinks
            ? [{ label: text.shareRoom, icon: 'share', run: () => setAsked('share') } as const]
            : []),
          {
            label: isArchived ? text.unarchive : text.archive,
            icon: 'archive',
            run: () => void archive.run(),
          },
          { label: text.deleteRoom, icon: 'delete', isDangerous: true, run: () => setAsked('delete') },
        ]}
      />
      <Failure error={archive.error ?? pin.error} />
      {asked && <RoomDialog {...{ data, asked }} close={() => setAsked(undefined)} />}
    </>
  )
}

import { useState } from 'react'
import type { Room, RoomData } from '@parley/client'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { useAction } from '../../ui/forms/use-action.js'
import { Menu } from '../../ui/navigation/menu.js'
import { currentRoute, navigate } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { RoomSettings } from './room-settings.js'
import { roomTitle } from './room-title.js'
import { words } from './words.js'

interface RoomMenuProps {
  readonly room: Room
  readonly data: RoomData
  readonly isSmall?: boolean
}

/** The commands for a room. */
export function RoomMenu({ room, data, isSmall = false }: RoomMenuProps) {
  const text = useWords(words)
  const [shown, setShown] = useState<'settings' | 'delete'>()
  const close = () => setShown(undefined)
  const isArchived = data.archivedAt !== null
  const archive = useAction(() => room.update({ archived: !isArchived }))
  const title = roomTitle(data, text.assistant)
  const remove = async () => {
    await room.remove()
    if (currentRoute().parts[1] === room.id) navigate('/', { replace: true })
  }
  return (
    <>
      <Menu
        isSmall={isSmall}
        label={text.roomMenu(title)}
        items={[
          { label: text.roomSettings, icon: 'edit', run: () => setShown('settings') },
          { label: text.searchRoom, icon: 'search', run: () => navigate(`/search?room=${room.id}`) },
          {
            label: isArchived ? text.unarchive : text.archive,
            icon: 'archive',
            run: () => void archive.run(),
          },
          { label: text.deleteRoom, icon: 'delete', isDangerous: true, run: () => setShown('delete') },
        ]}
      />
      <Failure error={archive.error} />
      {shown === 'settings' && <RoomSettings room={room} data={data} close={close} />}
      {shown === 'delete' && (
        <ConfirmDialog title={text.deleteTitle} verb={text.deleteRoom} run={remove} onClose={close}>
          {text.deleteLoss(title)}
        </ConfirmDialog>
      )}
    </>
  )
}

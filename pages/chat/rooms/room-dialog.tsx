import { createPortal } from 'react-dom'
import type { RoomData } from '@parley/client'
import { useParley } from '@parley/client/react'
import { currentRoute, navigate } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { DeleteRoom } from './delete-room.js'
import { RoomFiles } from '../files/room-files.js'
import { ExportRoom } from './export-room.js'
import { RoomSettings } from './room-settings.js'
import { roomTitle } from './room-title.js'
import { ShareRoom } from './share-room.js'
import { words } from './words.js'

interface RoomDialogProps {
  readonly data: RoomData
  readonly asked: 'settings' | 'files' | 'export' | 'share' | 'delete'
  readonly close: () => void
}

/** What the menu of a room opens. It stands over the page: a browser closes a dialog whose element is moved, as the rows of a list are. */
export function RoomDialog(props: RoomDialogProps) {
  return createPortal(<Dialog {...props} />, document.body)
}

function Dialog({ data, asked, close }: RoomDialogProps) {
  const { assistant } = useWords(words)
  const parley = useParley()
  const { id } = data
  const remove = async () => {
    await parley.room(id).remove()
    const [first, second] = currentRoute().parts
    if (first === 'rooms' && second === id) navigate('/', { replace: true })
  }
  if (asked === 'settings') return <RoomSettings data={data} close={close} />
  if (asked === 'files') return <RoomFiles id={id} close={close} />
  if (asked === 'export') return <ExportRoom data={data} close={close} />
  if (asked === 'share') return <ShareRoom data={data} close={close} />
  return <DeleteRoom title={roomTitle(data, assistant)} run={remove} close={close} />
}

import { useTitle } from '../../../ui/navigation/use-title.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { ArchivedRoom } from './archived-room.js'
import { RoomList } from './room-list.js'
import { words as lateWords } from '../late-words.js'
import { words } from '../words.js'

/** The archived rooms, with their commands. */
export function ArchiveScreen() {
  const text = { ...useWords(words), ...useWords(lateWords) }
  useTitle(text.showArchived)
  return (
    <div className="page medium archive">
      <h1>{text.showArchived}</h1>
      <p className="quiet">{text.archiveHint}</p>
      <RoomList archived row={ArchivedRoom} />
    </div>
  )
}

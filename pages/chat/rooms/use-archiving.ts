import type { RoomData } from '@parley/client'
import { useParley } from '@parley/client/react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { roomTitle } from './room-title.js'
import { words } from './words.js'

/** Archives a room, or returns it to the list, and offers to undo that. */
export function useArchiving(data: RoomData) {
  const text = useWords(words)
  const parley = useParley()
  const announce = useAnnounce()
  const isArchived = data.archivedAt !== null
  const title = roomTitle(data, text.assistant)
  const put = async (archived: boolean) => {
    await parley.room(data.id).update({ archived })
    return archived ? text.archived(title) : text.unarchived(title)
  }
  return useAction(async () => {
    const revert = async () => announce(await put(isArchived))
    announce(await put(!isArchived), { label: text.revert, run: revert })
  })
}

import { useRoom } from '@parley/client/react'
import { useTitle } from '../../ui/navigation/use-title.js'
import { useWords } from '../../ui/text/catalogue.js'
import { roomTitle } from '../rooms/room-title.js'
import { words as roomWords } from '../rooms/words.js'
import { words } from './words.js'

/** The heading of a search in all rooms. */
export function PlainTitle() {
  const { search } = useWords(words)
  useTitle(search)
  return <h1>{search}</h1>
}

/** The heading of a search in one room. The title of the window has that of the room once it is known. */
export function SearchTitle({ roomId }: { readonly roomId: string }) {
  const text = useWords(words)
  const { assistant } = useWords(roomWords)
  const [{ room }] = useRoom(roomId)
  useTitle(room ? text.searchIn(roomTitle(room, assistant)) : text.search)
  return <h1>{text.searchHere}</h1>
}

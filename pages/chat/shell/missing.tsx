import { useWords } from '../../ui/text/catalogue.js'
import { words as roomWords } from '../rooms/words.js'
import { words } from './missing-words.js'
import { NotFound } from './not-found.js'

/** For an address that the page does not have. */
export function Missing() {
  const text = useWords(words)
  return <NotFound title={text.page} hint={text.pageHint} way={text.toHome} />
}

/** For a room that the reader has not, or has no longer. */
export function MissingRoom() {
  const text = useWords(words)
  const { newRoom } = useWords(roomWords)
  return <NotFound title={text.room} hint={text.roomHint} way={newRoom} to="/new" />
}

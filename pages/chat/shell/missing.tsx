import { Empty } from '../../ui/feedback/empty.js'
import { LinkButton } from '../../ui/navigation/link.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words as roomWords } from '../rooms/words.js'
import { words } from './missing-words.js'

/** For an address that the page does not have. */
export function Missing() {
  const text = useWords(words)
  return (
    <Empty title={text.page} level={1}>
      <p className="quiet">{text.pageHint}</p>
      <LinkButton kind="primary" to="/">
        {text.toHome}
      </LinkButton>
    </Empty>
  )
}

/** For a room that the reader has not, or has no longer. */
export function MissingRoom() {
  const text = useWords(words)
  const { newRoom } = useWords(roomWords)
  return (
    <Empty title={text.room} level={1}>
      <p className="quiet">{text.roomHint}</p>
      <LinkButton kind="primary" to="/new">
        {newRoom}
      </LinkButton>
    </Empty>
  )
}

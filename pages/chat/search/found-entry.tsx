import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { Portrait } from '../../ui/theme/portrait.js'
import { partnerOf, roomTitle } from '../rooms/room-title.js'
import { words as roomWords } from '../rooms/words.js'
import { Highlighted } from './highlighted.js'
import type { Found } from './use-search.js'
import { words } from './words.js'

/** An entry that a search has found. The whole of it is the link to it in the room. */
export function FoundEntry({ found: { room, entry, snippets } }: { readonly found: Found }) {
  const text = useWords(words)
  const { assistant } = useWords(roomWords)
  const { dateTime } = useFormats()
  const partner = partnerOf(room, assistant)
  return (
    <li className="found card">
      <Portrait
        name={partner}
        imageUrl={room.__typename === 'ChatRoom' ? room.character?.imageUrl : null}
        size={2.25}
      />
      <div>
        <h2 dir="auto">
          <a href={`#/rooms/${room.id}?entry=${entry.index}`}>{roomTitle(room, assistant)}</a>
        </h2>
        <p className="quiet small">
          <time dateTime={entry.createdAt}>{dateTime(entry.createdAt)}</time>
        </p>
        {snippets.map((snippet) => (
          <div key={`${snippet.part} ${snippet.offset}`}>
            <p className="quiet small" dir="auto">
              {snippet.part === 'MESSAGE' ? text.message : partner}
            </p>
            <p className="excerpt" dir="auto">
              <Highlighted snippet={snippet} />
            </p>
          </div>
        ))}
      </div>
    </li>
  )
}

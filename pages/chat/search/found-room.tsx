import { useId } from 'react'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { isToday } from '../../ui/text/is-today.js'
import { Portrait } from '../../ui/theme/portrait.js'
import { partnerOf, roomTitle } from '../rooms/room-title.js'
import { words as roomWords } from '../rooms/words.js'
import { Highlighted } from './highlighted.js'
import type { Found } from './use-search.js'
import { words } from './words.js'

type FoundInRoom = readonly [Found, ...Found[]]

/** What a search has found, in its order: neighbours of one room together. */
export function inRooms(found: readonly Found[]): readonly FoundInRoom[] {
  const groups: [Found, ...Found[]][] = []
  for (const one of found) {
    const last = groups.at(-1)
    if (last?.[0].room.id === one.room.id) last.push(one)
    else groups.push([one])
  }
  return groups
}

/** The entries of a room that a search has found. The whole of each is the link to it. */
export function FoundRoom({ found }: { readonly found: FoundInRoom }) {
  const text = useWords(words)
  const { assistant } = useWords(roomWords)
  const { dateTime, time } = useFormats()
  const id = useId()
  const [{ room }] = found
  const partner = partnerOf(room, assistant)
  return (
    <li className="found card">
      <Portrait
        name={partner}
        imageUrl={room.__typename === 'ChatRoom' ? room.character?.imageUrl : null}
        size={2.25}
      />
      <div>
        <h2 id={id} dir="auto">
          {roomTitle(room, assistant)}
        </h2>
        <ul role="list">
          {found.map(({ entry, snippets }) => (
            <li key={entry.index}>
              {snippets.map((snippet, place) => (
                <div key={`${snippet.part} ${snippet.offset}`}>
                  <p className="quiet small">
                    <bdi>{snippet.part === 'MESSAGE' ? (entry.sender?.personaName ?? text.message) : partner}</bdi>
                    {place === 0 && (
                      <>
                        {' · '}
                        <a
                          id={`${id}-${entry.index}`}
                          aria-labelledby={`${id} ${id}-${entry.index}`}
                          href={`#/rooms/${room.id}?entry=${entry.index}`}
                        >
                          <time dateTime={entry.createdAt}>
                            {isToday(entry.createdAt) ? time(entry.createdAt) : dateTime(entry.createdAt)}
                          </time>
                        </a>
                      </>
                    )}
                  </p>
                  <p className="excerpt" dir="auto">
                    <Highlighted snippet={snippet} />
                  </p>
                </div>
              ))}
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
}

import type { RoomData } from '@parley/client'
import { attachLorebook, detachLorebook, myLorebooks, type LorebookFragment } from '@parley/client/operations'
import { useParley } from '@parley/client/react'
import { Failure } from '../../ui/feedback/failure.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { Checkbox } from '../../ui/forms/fields.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { lorebookPath } from './lorebook-path.js'
import { words } from './words.js'

/** Either a room or a character of the person. */
type LorebookUsesProps =
  | { readonly room: RoomData; readonly characterId?: undefined }
  | { readonly characterId: string; readonly room?: undefined }

/** Which of the lorebooks of the person a room or a character uses. Each choice is stored at once. */
export function LorebookUses(place: LorebookUsesProps) {
  const text = useWords(words)
  const parley = useParley()
  const { value, error, reload, set } = useLoaded(
    async (signal) => (await parley.request(myLorebooks, { first: 100 }, { signal })).myLorebooks?.nodes ?? [],
  )
  const change = useAction(async (book: LorebookFragment, isUsed: boolean) => {
    const input = {
      lorebookId: book.id,
      ...(place.room ? { roomId: place.room.id } : { characterId: place.characterId }),
    }
    const changed = isUsed
      ? (await parley.request(attachLorebook, { input })).attachLorebook
      : (await parley.request(detachLorebook, { input })).detachLorebook
    set((value ?? []).map((one) => (one.id === book.id ? changed.lorebook : one)))
  })
  const others = (value ?? []).filter(({ characterId }) => characterId === null)
  const ofCard = (value ?? []).find(({ characterId }) => characterId !== null && characterId === characterOf(place))
  return (
    <fieldset className="choices form">
      <legend>{text.uses}</legend>
      <p className="quiet small">
        {value && others.length === 0 ? text.usesNone : text.usesHint}{' '}
        <a href="#/settings/lorebooks">{text.toSettings}</a>
      </p>
      {ofCard && (
        <p className="break">
          {text.ownBook}{' '}
          <a href={`#${lorebookPath(ofCard.id)}`} dir="auto">
            {ofCard.name}
          </a>{' '}
          <span className="quiet small">{text.ofCard(ofCard.characterName ?? '')}</span>
        </p>
      )}
      <Failure error={error} retry={reload} />
      {others.map((book) => {
        const reason = activeBy(book, place)
        return (
          <Checkbox
            key={book.id}
            label={
              <>
                <span dir="auto">{book.name}</span> {reason && <span className="tag">{text[reason]}</span>}
              </>
            }
            disabled={change.isRunning || reason !== undefined}
            checked={reason !== undefined || isUsed(book, place)}
            onChange={({ currentTarget }) => void change.run(book, currentTarget.checked)}
          />
        )
      })}
      <Failure error={change.error} />
    </fieldset>
  )
}

/** The character whose card can have a book. */
const characterOf = ({ room, characterId }: LorebookUsesProps): string | undefined =>
  room === undefined ? characterId : room.__typename === 'ChatRoom' ? room.character?.id : undefined

function isUsed({ roomIds, characterIds }: LorebookFragment, { room, characterId }: LorebookUsesProps): boolean {
  return room === undefined ? characterIds.includes(characterId) : roomIds.includes(room.id)
}

/** Why a book is used without a choice for the place; undefined for others. */
function activeBy(
  { inEveryChatRoom, characterIds }: LorebookFragment,
  { room }: LorebookUsesProps,
): 'onEverywhere' | 'onByCharacter' | undefined {
  if (room?.__typename !== 'ChatRoom') return undefined
  if (inEveryChatRoom) return 'onEverywhere'
  return room.character && characterIds.includes(room.character.id) ? 'onByCharacter' : undefined
}

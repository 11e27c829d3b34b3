import type { Character } from '../../src/characters/character.js'
import { calledName, chosenGreeting, guest, roomGreeting } from '../../src/characters/greetings.js'
import { expandPlaceholders, hasUserPlaceholder, isOfReader } from '../../src/characters/placeholders.js'
import { hasPlaceholder } from '../../src/characters/placeholder-parts.js'
import type { ListedCharacter } from '../../src/characters/list-characters.js'
import type { Room } from '../../src/rooms/room.js'
import type { RequestContext } from '../context/request-context.js'

type Named = Pick<Character, 'name' | 'nickname'>
type Shown = string | null

/**
 * A text of a character for the caller, with names for placeholders; the dashboard shows the stored text. Random choices and times stay:
 * they are those of a room.
 */
export function shownText(
  text: Shown,
  character: Named,
  { caller, loaders }: Pick<RequestContext, 'caller' | 'loaders'>,
): Shown | Promise<Shown> {
  if (text === null || caller.kind === 'service' || !hasPlaceholder(text)) return text
  const withNames = (user: string) => expandPlaceholders(text, { char: calledName(character), user })
  if (caller.kind !== 'user' || !hasUserPlaceholder(text)) return withNames(guest.user)
  return loaders.user.load(caller.id).then((user) => withNames(user?.username ?? guest.user))
}

/** The greeting with which a room begins, for the person whose room it is. */
export async function shownGreeting(room: Room, { loaders }: RequestContext): Promise<Shown> {
  const { characterId, ownerId, greetingIndex } = room
  const character = characterId === null ? null : await loaders.character.load(characterId)
  if (!character) return null
  const isPersonal = ownerId !== null && isOfReader(chosenGreeting(character, greetingIndex))
  const owner = isPersonal ? await loaders.user.load(ownerId) : null
  const partner = owner ? { user: owner.username, timeZone: owner.timeZone ?? undefined } : guest
  return roomGreeting(character, room, partner) || null
}

/** With what lists do not read; null for a character that was deleted meanwhile. */
export function wholeCharacter(
  character: Character | ListedCharacter,
  { loaders }: RequestContext,
): Character | Promise<Character | null> {
  return 'alternateGreetings' in character ? character : loaders.character.load(character.id)
}

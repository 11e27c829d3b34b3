import type { Character } from '../../src/characters/character.js'
import { calledName, chosenGreeting, type GreetedRoom, guest, roomGreeting } from '../../src/characters/greetings.js'
import { expandPlaceholders, hasUserPlaceholder, isOfReader } from '../../src/characters/placeholders.js'
import { hasPlaceholder } from '../../src/characters/placeholder-parts.js'
import type { ListedCharacter } from '../../src/characters/list-characters.js'
import type { Room } from '../../src/rooms/room.js'
import type { PersonaKey } from '../../src/personas/personas.js'
import type { RequestContext } from '../context/request-context.js'

type Read = Pick<Character, 'name' | 'nickname'> & { readonly readAs?: PersonaKey | undefined }
type ReadContext = Pick<RequestContext, 'caller' | 'loaders'>
type Shown = string | null

/**
 * A text of a character for the caller, or for its persona in a room, with names for placeholders; the dashboard shows the stored text.
 * Random choices and times stay: they are those of a room.
 */
export function shownText(text: Shown, { readAs, ...character }: Read, context: ReadContext): Shown | Promise<Shown> {
  const { caller } = context
  if (text === null || caller.kind === 'service' || !hasPlaceholder(text)) return text
  const withNames = (user: string) => expandPlaceholders(text, { char: calledName(character), user })
  if (caller.kind !== 'user' || !hasUserPlaceholder(text)) return withNames(guest.user)
  return readerName(caller.id, readAs, context).then(withNames)
}

async function readerName(id: number, readAs: PersonaKey | undefined, { loaders }: ReadContext): Promise<string> {
  const persona = readAs === undefined ? null : await loaders.persona.load(readAs)
  return persona?.name ?? (await loaders.user.load(id))?.username ?? guest.user
}

/** The greeting with which a room begins, for the person whose room it is, by the persona `readAs`; for a guest by `guestName`. */
export async function shownGreeting(
  room: Pick<Room, 'characterId' | 'ownerId' | keyof GreetedRoom>,
  readAs: PersonaKey | undefined,
  { loaders }: RequestContext,
  guestName?: string | null,
): Promise<Shown> {
  const { characterId, ownerId, greetingIndex, keptGreeting } = room
  if (keptGreeting !== null) return keptGreeting || null
  const character = characterId === null ? null : await loaders.character.load(characterId)
  if (!character) return null
  const isPersonal = ownerId !== null && isOfReader(chosenGreeting(character, greetingIndex))
  const owner = isPersonal ? await loaders.user.load(ownerId) : null
  const persona = isPersonal && readAs !== undefined ? await loaders.persona.load(readAs) : null
  const partner = owner
    ? { user: persona?.name ?? owner.username, timeZone: owner.timeZone ?? undefined }
    : { ...guest, user: guestName ?? guest.user }
  return roomGreeting(character, room, partner) || null
}

/** With what lists do not read; null for a character that was deleted meanwhile. */
export function wholeCharacter(
  character: Character | ListedCharacter,
  { loaders }: RequestContext,
): Character | Promise<Character | null> {
  return 'alternateGreetings' in character ? character : loaders.character.load(character.id)
}

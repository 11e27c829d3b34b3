import type { Room } from '../rooms/room.js'
import type { Character } from './character.js'
import { expandPlaceholders, guestName } from './placeholders.js'

type Greetings = Pick<Character, 'name' | 'nickname' | 'greeting' | 'alternateGreetings'>
/** What decides the greeting of a room. */
export type GreetedRoom = Pick<Room, 'roomId' | 'greetingIndex' | 'keptGreeting' | 'createdAt'>

/** Who talks to a character. */
export interface Partner {
  /** What `{{user}}` stands for. */
  readonly user: string
  /** An IANA name. */
  readonly timeZone: string | undefined
}

/** Of a caller without an account. */
export const guest: Partner = { user: guestName, timeZone: undefined }

/** As it is stored: null for a blank one. */
export const storedNickname = (sent: string | null | undefined): string | null => (sent?.trim() ? sent.trim() : null)

/** What `{{char}}` stands for. */
export const calledName = ({ name, nickname }: Pick<Character, 'name' | 'nickname'>): string => nickname ?? name

/** As it was written. One that was removed since is replaced by the first one. */
export function chosenGreeting({ greeting, alternateGreetings }: Greetings, index = 0): string {
  return (index === 0 ? undefined : alternateGreetings[index - 1]) ?? greeting ?? ''
}

/**
 * The greeting of a room as it is shown and as the model reads it: the one that the room keeps, else that of the character, with the
 * time at which the room was created. Empty for a character without one.
 */
export function roomGreeting(character: Greetings, room: GreetedRoom, partner: Partner): string {
  return room.keptGreeting ?? cardGreeting(character, room, partner)
}

/** The greeting that a room has while it follows its character. */
export function cardGreeting(
  character: Greetings,
  { roomId: seed, greetingIndex, createdAt: at }: GreetedRoom,
  partner: Partner,
): string {
  const values = { ...partner, char: calledName(character), seed, at }
  return expandPlaceholders(chosenGreeting(character, greetingIndex), values)
}

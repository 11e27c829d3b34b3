import { mapValues } from '@parley/runtime'
import type { Conditions, Where } from '@parley/statements'
import type { Caller } from '../users/caller.js'
import { type Character, characterTexts } from './character.js'

/** In the statement, so that a row that the caller may not see costs nothing that the caller can measure. */
export function visibleTo(caller: Caller, among: Conditions<Character>): Where<Character> {
  if (caller.kind !== 'user') return { ...among, isPublic: true }
  if (caller.role === 'ADMIN') return among
  return [
    { ...among, isPublic: true },
    { ...among, ownerId: caller.id },
  ]
}

/** As `visibleTo`, of a character that was read. The dashboard sees all. */
export function isVisibleTo(caller: Caller, character: Pick<Character, 'isPublic' | 'ownerId'>): boolean {
  return character.isPublic || caller.kind === 'service' || mayChange(caller, character)
}

export function mayChange(caller: Caller, { ownerId }: Pick<Character, 'ownerId'>): boolean {
  return caller.kind === 'user' && (caller.role === 'ADMIN' || caller.id === ownerId)
}

/** A character for a caller who may not see it, but something that refers to it, such as a room: it has none of its texts. */
export const withheldTexts = (character: Character): Character => ({
  ...character,
  ...mapValues(characterTexts, () => null),
  nickname: null,
  alternateGreetings: [],
  systemPrompt: null,
  postHistoryInstructions: null,
  depthNote: null,
  tags: [],
  tagKeys: '',
})

import type { Comparison, Where } from '../database/statements/conditions.js'
import type { Caller } from '../users/caller.js'
import type { Character } from './character.js'

/** In the statement, so that a row that the caller may not see costs nothing that the caller can measure. */
export function visibleTo(caller: Caller, id: number | Comparison<number>): Where<Character> {
  if (caller.kind !== 'user') return { id, isPublic: true }
  if (caller.role === 'ADMIN') return { id }
  return [
    { id, isPublic: true },
    { id, ownerId: caller.id },
  ]
}

export function mayChange(caller: Caller, { ownerId }: Pick<Character, 'ownerId'>): boolean {
  return caller.kind === 'user' && (caller.role === 'ADMIN' || caller.id === ownerId)
}

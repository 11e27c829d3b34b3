import { logRoomKinds } from '../kinds.js'
import type { LogRoomKey } from '../ports/chat-log-store/chat-log-store.js'

/** `log_room`: one room of the chat-log store. `log_user`: all of its rooms of a user id text. `image`: the file of one. */
export type PurgeKind = 'log_room' | 'log_user' | 'image'

export interface PurgeTarget {
  readonly kind: PurgeKind
  /** What goes, in the words of its kind; at most 255 characters. */
  readonly target: string
}

/** Something outside the rows of a deletion that must go too. Instants are epoch milliseconds. */
export interface Purge extends PurgeTarget {
  readonly id: number
  readonly createdAt: number
  /** Tries begun. */
  attempts: number
  /** Not to be tried before. */
  dueAt: number
  /** Who has it: a new name with every claim, so that one whose lease ran out cannot settle it. */
  lease: string
  leaseUntil: number
  /** The code of what the last try met; null before one has failed. */
  lastError: string | null
}

export function logRoomTarget({ kind, id, userId }: LogRoomKey): PurgeTarget {
  return { kind: 'log_room', target: `${kind}:${id}:${userId}` }
}

export function logUserTarget(userId: string): PurgeTarget {
  return { kind: 'log_user', target: userId }
}

export function imageTarget(imageId: string): PurgeTarget {
  return { kind: 'image', target: imageId }
}

/** The room that a `log_room` target names, undefined for what is none; a user id may have any sign in it, so it stands last. */
export function logRoomNamed(target: string): LogRoomKey | undefined {
  const [, word, id, userId] = /^([a-z]+):([0-9a-f-]{36}):(.*)$/su.exec(target) ?? []
  const kind = logRoomKinds.find((each) => each === word)
  return kind && id !== undefined && userId !== undefined ? { kind, id, userId } : undefined
}

export function logRoomOf(target: string): LogRoomKey {
  const room = logRoomNamed(target)
  if (!room) throw new Error('a purge names no log room')
  return room
}

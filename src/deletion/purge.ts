import { type LogRoomKey, logRoomKinds } from '@parley/chat-log-store'
import { column, type RowOf } from '@parley/statements'

/**
 * `log_room`: one room of the log store. `log_user`: all its rooms of a user id. `log_cut`: the entries of a room that
 * were cut off. `image`: one file of the file store. `mail`: the mails to an address that the mailer keeps.
 */
export type PurgeKind = 'log_room' | 'log_user' | 'log_cut' | 'image' | 'mail'

export type PurgeTarget = Pick<Purge, 'kind' | 'target'>

/** The pending removal of data outside the deleted rows. Instants are epoch milliseconds. */
export const purgeColumns = {
  id: column.id(),
  kind: column.text<PurgeKind>(20),
  /** Identifies the object to remove, in a form that depends on the kind; at most 255 characters. */
  target: column.text(255),
  createdAt: column.instant(),
  /** The number of started attempts. */
  attempts: column.count({ default: 0 }),
  /** The next attempt starts at this time at the earliest. */
  dueAt: column.instant(),
  /** The name of the lease: new with every claim, so that the holder of an expired lease cannot settle the purge. */
  lease: column.text(36),
  leaseUntil: column.instant(),
  /** The error code of the last attempt; null before one has failed. */
  lastError: column.text(30, { nullable: true }),
}
export type Purge = RowOf<typeof purgeColumns>

export function logRoomTarget({ kind, id, userId }: LogRoomKey): PurgeTarget {
  return { kind: 'log_room', target: `${kind}:${id}:${userId}` }
}

export function logUserTarget(userId: string): PurgeTarget {
  return { kind: 'log_user', target: userId }
}

export function imageTarget(imageId: string): PurgeTarget {
  return { kind: 'image', target: imageId }
}

export function mailTarget(address: string): PurgeTarget {
  return { kind: 'mail', target: address }
}

/** The room of a `log_room` target; undefined for an invalid one. The user id is last: it may have any character. */
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

import type { LogRoomKey } from '@parley/chat-log-store'
import type { Database, Queries } from '@parley/statements'
import { RoomTable } from '../database/tables/rooms.js'
import { logRoomNamed, logRoomTarget, logUserTarget } from './purge.js'
import type { Purger } from './purger.js'
import type { PurgeStore } from './purge-store.js'

/** Tracks log rooms with a pending purge. */
export class LogRoomPurges {
  constructor(private readonly options: { database: Database; store: PurgeStore; purger: Purger }) {}

  /** True from a deletion until nothing of the room is left; such a room must look unknown (contract: chat-logs.3). */
  async isPending(key: LogRoomKey): Promise<boolean> {
    const { database, store } = this.options
    if (!(await store.isPending([logRoomTarget(key), logUserTarget(key.userId)]))) return false
    if (await store.isPending([logRoomTarget(key)])) return true
    // the records of the account are gone: a room that has one is of a guest, who has named its number
    return !(await database.read((db) => db.exists(RoomTable, { roomId: key.id })))
  }

  /** The subset of the rooms that has a pending purge. */
  async pendingOf(keys: readonly LogRoomKey[]): Promise<LogRoomKey[]> {
    const targets = keys.flatMap((key) => [logRoomTarget(key), logUserTarget(key.userId)])
    const pending = await this.options.store.pending(targets)
    const rooms = new Set(pending.filter(({ kind }) => kind === 'log_room').map(({ target }) => target))
    const users = new Set(pending.filter(({ kind }) => kind === 'log_user').map(({ target }) => target))
    return keys.filter((key) => rooms.has(logRoomTarget(key).target) || users.has(key.userId))
  }

  /** Finishes a pending purge, so that it cannot delete a new room later. Throws UNAVAILABLE when it cannot run now. */
  clear(key: LogRoomKey): Promise<void> {
    return this.options.purger.clear([logRoomTarget(key), logUserTarget(key.userId)])
  }

  /**
   * Schedules the deletion of a room in a minute, unless `cancel` is called before, so that a crash before the record
   * is written leaves no log room. Pass the result to `cancel`.
   */
  plan(db: Queries, key: LogRoomKey): Promise<string> {
    return this.options.store.plan(db, logRoomTarget(key))
  }

  /**
   * False when the room is already being deleted, so no record of it may be written. A concurrent deletion waits until
   * the transaction ends.
   */
  cancel(db: Queries, plan: string): Promise<boolean> {
    return this.options.store.cancel(db, plan)
  }

  /** Deletes a room, now or when its store is available. False if it has a record by then: it stays. */
  async discard(key: LogRoomKey, hasRecord: (db: Queries) => Promise<boolean>): Promise<boolean> {
    const { database, store, purger } = this.options
    const target = logRoomTarget(key)
    const lease = await database.write(async (db) => {
      // a running purge may only have deleted an earlier room of this key
      const added = await store.takeOver(db, target)
      if (!(await hasRecord(db))) return added
      await store.cancel(db, added.name)
      return undefined
    })
    if (!lease) return false
    await purger.attempt(lease)
    return true
  }

  /** As `discard`. If it cannot be recorded now, that is logged, and a plan deletes the room. */
  tryToDiscard(key: LogRoomKey, hasRecord: (db: Queries) => Promise<boolean>): Promise<void> {
    return this.options.purger.absorb(() => this.discard(key, hasRecord))
  }

  /** A text that identifies a room; see `named`. */
  nameOf(key: LogRoomKey): string {
    return logRoomTarget(key).target
  }

  /** The room of a `nameOf` text; undefined for any other text. */
  named(name: string): LogRoomKey | undefined {
    return logRoomNamed(name)
  }
}

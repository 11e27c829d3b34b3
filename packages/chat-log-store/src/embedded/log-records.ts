import type { Queries } from '@parley/statements'
import type { LogRoomKey } from '../chat-log-store.js'

interface UnrecordedHolder extends LogRoomKey {
  /** Whether the room is of an account, and not of a guest. */
  readonly isOwned: boolean
}

/** What the embedded store keeps in tables of the application, by statements in its own reads and writes. */
export interface LogRecords {
  /** The names of the cuts whose entries are not all deleted; `finishCut` must be called for each. */
  cuts(db: Queries): Promise<readonly string[]>
  hasCut(db: Queries, name: string): Promise<boolean>
  addCut(db: Queries, name: string, createdAt: number): Promise<void>
  removeCuts(db: Queries, names: readonly string[]): Promise<void>
  /** The highest id of the entries that are not in the search index yet; 0 when all are. */
  unindexedTo(db: Queries, lock?: 'update'): Promise<number>
  setUnindexedTo(db: Queries, id: number): Promise<void>
  /**
   * Rooms that the application has a record of and that count as rooms of the chat-log service, at most `limit`: an
   * instance of an earlier release has created them. Of every user id when it is unset.
   */
  unrecordedHolders(db: Queries, limit: number, userId?: string): Promise<readonly UnrecordedHolder[]>
}

import type { LogEntry } from '@parley/chat-log-store'
import type { Generation } from '../replies/generation.js'
import type { Room } from '../rooms/room.js'
import type { LogPage } from './room-view.js'

/** The state that a client has of a room: at most `roomFeedEntries` entries and `roomFeedGenerations` generations. */
export interface RoomSnapshot extends LogPage {
  readonly kind: 'RoomSnapshot'
  readonly room: Room
  /** The newest generations, newest first. */
  readonly generations: readonly Generation[]
  readonly activeGeneration: Generation | null
}

/**
 * An update of the client's state of a room. Entries and generations stay within the limits of a snapshot: the client
 * drops the oldest. The first event is a snapshot; a later snapshot replaces the whole state.
 */
export type RoomEvent =
  | RoomSnapshot
  /** A new entry, or an older one that is within the limits again because a newer one was removed. */
  | { readonly kind: 'EntryAdded'; readonly entry: LogEntry }
  /** May concern an entry that is older than those the client has from this feed. */
  | { readonly kind: 'EntryChanged'; readonly entry: LogEntry }
  | { readonly kind: 'EntryDeleted'; readonly index: number }
  /** Every entry from this index on was removed. */
  | { readonly kind: 'LogCut'; readonly fromIndex: number }
  | { readonly kind: 'GenerationChanged'; readonly generation: Generation }
  | { readonly kind: 'RoomChanged'; readonly room: Room; readonly hasOlderEntries: boolean }
  /** The room was deleted, or the caller lost access. Always the last event. */
  | { readonly kind: 'RoomDeleted'; readonly roomId: string }

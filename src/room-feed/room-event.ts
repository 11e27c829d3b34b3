import type { LogEntry } from '../ports/chat-log-store/chat-log-store.js'
import type { Generation } from '../replies/generation.js'
import type { Room } from '../rooms/room.js'

/** Everything that a client has of a room: `roomFeedEntries` entries and `roomFeedGenerations` generations at most. */
export interface RoomSnapshot {
  readonly kind: 'RoomSnapshot'
  readonly room: Room
  /** The newest ones, by ascending index. */
  readonly entries: readonly LogEntry[]
  /** Whether the log has older ones than these. */
  readonly hasOlderEntries: boolean
  /** The newest ones, newest first. */
  readonly generations: readonly Generation[]
  readonly activeGeneration: Generation | null
}

/**
 * What changes what a client has of a room. Entries and generations stay within the bounds of a snapshot: the client drops the
 * oldest. The first event is a snapshot, and each later one replaces all that was before.
 */
export type RoomEvent =
  | RoomSnapshot
  /** One that was written, or an older one that has moved up because a newer one is gone. */
  | { readonly kind: 'EntryAdded'; readonly entry: LogEntry }
  /** Also of one older than the client has by this feed. */
  | { readonly kind: 'EntryChanged'; readonly entry: LogEntry }
  | { readonly kind: 'EntryDeleted'; readonly index: number }
  /** Every entry from this index on is gone. */
  | { readonly kind: 'LogCut'; readonly fromIndex: number }
  | { readonly kind: 'GenerationChanged'; readonly generation: Generation }
  | { readonly kind: 'RoomChanged'; readonly room: Room; readonly hasOlderEntries: boolean }
  /** The room was deleted, or the caller has lost access. The last event. */
  | { readonly kind: 'RoomDeleted'; readonly roomId: string }

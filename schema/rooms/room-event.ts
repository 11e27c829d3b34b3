import { createUnionType, Field, ID, Int, ObjectType } from 'type-graphql'
import type { LogEntry as StoredEntry } from '@parley/chat-log-store'
import type { Generation as GenerationRow } from '../../src/replies/generation.js'
import type { RoomEvent as FeedEvent } from '../../src/room-feed/room-event.js'
import type { RoomListEvent as ListEvent } from '../../src/room-feed/room-list-event.js'
import type { Room as RoomRow } from '../../src/rooms/room.js'
import { Generation } from '../replies/generation.js'
import { limits } from '../../src/limits.js'
import { LogEntry } from './log-entry.js'
import { Room } from './room.js'

/** As the feed publishes it; `kind` names the type and is not on the wire. */
type Event<Kind extends FeedEvent['kind']> = Extract<FeedEvent, { kind: Kind }>

@ObjectType({ description: 'The current state of a room. It replaces everything that the client has stored of it.' })
export class RoomSnapshot implements Event<'RoomSnapshot'> {
  readonly kind!: 'RoomSnapshot'

  @Field(() => Room)
  readonly room!: Room

  // on the wire through their resolver, which declares their cost
  readonly entries!: readonly StoredEntry[]

  @Field(() => Boolean, {
    description: 'Whether the log has entries older than `entries`; read them with `Room.entries`.',
  })
  readonly hasOlderEntries!: boolean

  readonly generations!: readonly GenerationRow[]

  @Field(() => Generation, {
    nullable: true,
    description: 'The generation that is QUEUED or RUNNING, which is also in `generations`; null without one.',
  })
  readonly activeGeneration!: GenerationRow | null
}

@ObjectType({
  description:
    'An entry was added; insert it by its `index`. Also sent for an older entry that belongs to the newest entries again after a deletion.',
})
export class EntryAdded implements Event<'EntryAdded'> {
  readonly kind!: 'EntryAdded'

  @Field(() => LogEntry)
  readonly entry!: LogEntry
}

@ObjectType({ description: 'An entry has changed. Also sent for entries that are older than those of the snapshot.' })
export class EntryChanged implements Event<'EntryChanged'> {
  readonly kind!: 'EntryChanged'

  @Field(() => LogEntry)
  readonly entry!: LogEntry
}

@ObjectType()
export class EntryDeleted implements Event<'EntryDeleted'> {
  readonly kind!: 'EntryDeleted'

  @Field(() => Int)
  readonly index!: number
}

@ObjectType({ description: 'Every entry from `fromIndex` on was deleted.' })
export class LogCut implements Event<'LogCut'> {
  readonly kind!: 'LogCut'

  @Field(() => Int)
  readonly fromIndex!: number
}

@ObjectType({
  description:
    'A generation was accepted, has started or has ended. Growing text sends no event; subscribe to `generation(id)` for the stream.',
})
export class GenerationChanged implements Event<'GenerationChanged'> {
  readonly kind!: 'GenerationChanged'

  @Field(() => Generation)
  readonly generation!: GenerationRow
}

@ObjectType({
  description:
    'A field of the room, its character, its persona or `hasOlderEntries` has changed. Every entry changes `updatedAt`, and so causes this event.',
})
export class RoomChanged implements Event<'RoomChanged'> {
  readonly kind!: 'RoomChanged'

  @Field(() => Room)
  readonly room!: Room

  @Field(() => Boolean)
  readonly hasOlderEntries!: boolean
}

@ObjectType({ description: 'The last event: the room was deleted, or the caller has lost access to it.' })
export class RoomDeleted implements Event<'RoomDeleted'> {
  readonly kind!: 'RoomDeleted'

  @Field(() => ID)
  readonly roomId!: string
}

export const RoomEvent = createUnionType({
  name: 'RoomEvent',
  description: `A change of a room. The first event is a RoomSnapshot; apply each later event to the stored state, which keeps the newest ${String(limits.roomFeedEntries)} entries and ${String(limits.roomFeedGenerations)} generations.`,
  types: () =>
    [
      RoomSnapshot,
      EntryAdded,
      EntryChanged,
      EntryDeleted,
      LogCut,
      GenerationChanged,
      RoomChanged,
      RoomDeleted,
    ] as const,
  resolveType: ({ kind }) => kind,
})

@ObjectType({
  description:
    'A change of the rooms of an account. Put each of `rooms` into the list by its `id`, and remove those of `deletedRoomIds`.',
})
export class RoomListEvent implements ListEvent {
  @Field(() => Boolean, {
    description:
      'Whether `rooms` replaces the whole list. True for the first event without `after`, and after events were lost.',
  })
  readonly reset!: boolean

  // on the wire through their resolver, which declares their cost
  readonly rooms!: readonly RoomRow[]

  @Field(() => [ID])
  readonly deletedRoomIds!: readonly string[]

  @Field(() => String, {
    description: 'An opaque position. After a lost connection, subscribe again with `after: cursor`.',
  })
  readonly cursor!: string
}

import { createUnionType, Field, ID, Int, ObjectType } from 'type-graphql'
import type { Generation as GenerationRow } from '../../src/replies/generation.js'
import type { LogEntry as StoredEntry } from '../../src/ports/chat-log-store/chat-log-store.js'
import type { RoomEvent as FeedEvent } from '../../src/room-feed/room-event.js'
import { Generation } from '../replies/generation.js'
import { limits } from '../../src/limits.js'
import { LogEntry } from './log-entry.js'
import { Room } from './room.js'

/** As the feed publishes it; `kind` names the type and is not on the wire. */
type Event<Kind extends FeedEvent['kind']> = Extract<FeedEvent, { kind: Kind }>

@ObjectType({ description: 'The room as it is now. It replaces everything that the client has of it.' })
export class RoomSnapshot implements Event<'RoomSnapshot'> {
  readonly kind!: 'RoomSnapshot'

  @Field(() => Room)
  readonly room!: Room

  // on the wire through their resolver, which declares their cost
  readonly entries!: readonly StoredEntry[]

  @Field(() => Boolean, {
    description: 'Whether the log has older ones than these: `Room.entries` pages through them.',
  })
  readonly hasOlderEntries!: boolean

  readonly generations!: readonly GenerationRow[]

  @Field(() => Generation, { nullable: true, description: 'The one of `generations` that is QUEUED or RUNNING.' })
  readonly activeGeneration!: GenerationRow | null
}

@ObjectType({
  description: 'An entry was written, or an older one has moved up because a newer one is gone: put it in its place.',
})
export class EntryAdded implements Event<'EntryAdded'> {
  readonly kind!: 'EntryAdded'

  @Field(() => LogEntry)
  readonly entry!: LogEntry
}

@ObjectType({ description: 'An entry has changed. Also published for entries that are older than the snapshot.' })
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

@ObjectType({ description: 'Every entry from this index on was deleted.' })
export class LogCut implements Event<'LogCut'> {
  readonly kind!: 'LogCut'

  @Field(() => Int)
  readonly fromIndex!: number
}

@ObjectType({
  description:
    'A generation was accepted, has started or has ended. Of its text only the last state is published here: `generation(id)` streams it.',
})
export class GenerationChanged implements Event<'GenerationChanged'> {
  readonly kind!: 'GenerationChanged'

  @Field(() => Generation)
  readonly generation!: GenerationRow
}

@ObjectType({
  description: 'The room itself is another one, or its character. Its `updatedAt` moves with every entry.',
})
export class RoomChanged implements Event<'RoomChanged'> {
  readonly kind!: 'RoomChanged'

  @Field(() => Room)
  readonly room!: Room

  @Field(() => Boolean)
  readonly hasOlderEntries!: boolean
}

@ObjectType({ description: 'The room was deleted, or the caller lost access to it. It is the last event.' })
export class RoomDeleted implements Event<'RoomDeleted'> {
  readonly kind!: 'RoomDeleted'

  @Field(() => ID)
  readonly roomId!: string
}

export const RoomEvent = createUnionType({
  name: 'RoomEvent',
  description: `What a client folds into what it has of a room, of which it keeps the newest ${String(limits.roomFeedEntries)} entries and ${String(limits.roomFeedGenerations)} generations. The first event is a RoomSnapshot.`,
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

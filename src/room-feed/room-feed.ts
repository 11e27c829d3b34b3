import { AppError } from '@parley/runtime'
import type { RoomChanges } from '../rooms/room-changes.js'
import type { Rooms } from '../rooms/rooms.js'
import type { Caller } from '../users/caller.js'
import { RoomFollower } from './room-follower.js'
import { readListCursor } from './room-list-cursor.js'
import { RoomListFollower } from './room-list-follower.js'
import type { RoomListReader, RoomListView } from './room-list-reader.js'
import type { RoomEvent } from './room-event.js'
import type { RoomReader } from './room-reader.js'
import type { NamedEntries, RoomView } from './room-view.js'
import { SharedReads } from './shared-reads.js'

const defaultPollMs = 3_000

/** The followers of a room, or of a list of rooms, that have the same right. */
interface Group<View extends object | null> {
  readonly reads: SharedReads<View>
  followers: number
}

interface RoomGroup extends Group<RoomView | null> {
  readonly olderReads: SharedReads<NamedEntries | null>
  readonly deleted: RoomEvent
}

/** Publishes the changes of a room to every client that follows it. */
export class RoomFeed {
  readonly #rooms = new Map<string, RoomGroup>()
  readonly #lists = new Map<number, Group<RoomListView>>()

  constructor(
    private readonly options: {
      readonly rooms: Pick<Rooms, 'require'>
      readonly reader: RoomReader
      readonly listReader: Pick<RoomListReader, 'read'>
      readonly roomChanges: RoomChanges
      /** Milliseconds until the room is read again without a bus message: other instances may write without one. */
      readonly pollMs?: number
    },
  ) {}

  /**
   * A snapshot of the room, then its changes until it is deleted. Every caller that may use a room may follow it; this
   * is checked at each read. Throws NOT_FOUND for a missing room and for a room of another account.
   */
  async follow(caller: Caller, id: string): Promise<RoomFollower> {
    const { rooms, reader, roomChanges, pollMs = defaultPollMs } = this.options
    const room = await rooms.require(caller, id)
    const { roomId } = room
    const name = `${room.id} ${rightOf(caller)}`
    const made = () => ({
      ...newGroup<RoomView | null>(),
      olderReads: new SharedReads<NamedEntries | null>(),
      deleted: { kind: 'RoomDeleted', roomId } as const,
    })
    const { reads, olderReads, deleted, onOver } = joined(this.#rooms, name, made)
    const follower = new RoomFollower({
      buffer: roomChanges.listen(room, pollMs),
      deleted,
      onOver,
      read: (seen, unlessMovedSince) =>
        reads.read(String(unlessMovedSince), { seen, now: roomChanges.newest }, () =>
          reader.read(caller, room, unlessMovedSince),
        ),
      readOlder: (seen, found, indexes) =>
        olderReads.read(indexes.join(), { seen, now: roomChanges.newest }, () =>
          reader.readOlder(caller, found, indexes),
        ),
    })
    try {
      await follower.active()
      if (await follower.begin()) return follower
      throw new AppError('NOT_FOUND')
    } catch (error) {
      await follower.return()
      throw error
    }
  }

  /**
   * The changes of the caller's own rooms since the cursor; without one, a list of the newest first. Throws
   * UNAUTHENTICATED for a guest, BAD_USER_INPUT for a cursor that this feed has not issued.
   */
  async followList(caller: Caller, after: string | null | undefined): Promise<RoomListFollower> {
    const { listReader, roomChanges, pollMs = defaultPollMs } = this.options
    if (caller.kind !== 'user') throw new AppError('UNAUTHENTICATED')
    const seen = after ? readListCursor(after) : undefined
    const { reads, onOver } = joined(this.#lists, caller.id, newGroup<RoomListView>)
    const follower = new RoomListFollower({
      buffer: roomChanges.listenToList(caller.id, 2 * pollMs),
      onOver,
      seen,
      read: (roomIds, change) =>
        reads.read(roomIds.join(), { seen: change, now: roomChanges.newest }, () =>
          listReader.read(caller.id, roomIds),
        ),
    })
    try {
      await follower.active()
      await follower.begin()
      return follower
    } catch (error) {
      await follower.return()
      throw error
    }
  }
}

/** Callers with the same right may see the same rooms and the same fields of them. */
function rightOf(caller: Caller): string {
  return caller.kind === 'user' ? `${String(caller.id)} ${caller.role}` : caller.kind
}

function newGroup<View extends object | null>(): Group<View> {
  return { reads: new SharedReads<View>(), followers: 0 }
}

/** Adds a follower to a group, which exists as long as it has followers. */
function joined<Key, Known extends { followers: number }>(
  groups: Map<Key, Known>,
  key: Key,
  made: () => Known,
): Known & { readonly onOver: () => void } {
  const group = groups.get(key) ?? made()
  groups.set(key, group)
  group.followers += 1
  const onOver = () => {
    group.followers -= 1
    if (group.followers === 0) groups.delete(key)
  }
  return { ...group, onOver }
}

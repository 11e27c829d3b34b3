import { randomUUID } from 'node:crypto'
import { AppError } from '@parley/runtime'
import type { ListedLogRoom, LogRemnants, LogRoomHolder, LogRoomKey, LogRoomPage } from '../chat-log-store.js'
import { readAll, type MongoConnection } from './mongo-connection.js'
import { equalTo, keyOf, partsOf, stored, textOf, type RoomDocument } from './mongo-documents.js'
import { isDuplicate, orUnavailable, retryOnConflict } from './mongo-errors.js'
import type { MongoHolders } from './mongo-holders.js'

/** How long the document of a deleted room stays: longer than any write that was in flight at the deletion. */
const graceMs = 600_000
const remnantsAtOnce = 1_000

/** The rooms of the store, one document each. */
export class MongoRooms {
  constructor(
    private readonly connection: MongoConnection,
    private readonly holders: MongoHolders,
    private readonly clock: () => number,
  ) {}

  async create(
    room: LogRoomKey,
    source: string | undefined,
    holder: LogRoomHolder,
  ): Promise<{ id: string; created: boolean }> {
    const sourceKey = source === undefined ? undefined : keyOf(room.kind, room.userId, source)
    const document: RoomDocument = {
      _id: randomUUID(),
      roomId: room.id,
      liveId: room.id,
      kind: room.kind,
      userId: stored(room.userId),
      ...(sourceKey === undefined ? {} : { sourceKey }),
      createdAt: this.clock(),
      holder,
    }
    return retryOnConflict(async () => {
      const earlier = await this.#existing(room, sourceKey)
      if (earlier) return { id: earlier.roomId, created: earlier._id === document._id }
      try {
        await orUnavailable(this.connection.rooms.insertOne(document))
        return { id: room.id, created: true }
      } catch (error) {
        if (!isDuplicate(error)) throw error
        return undefined
      }
    })
  }

  /** The existing room for a creation: the one with its source, else the one with its id. */
  async #existing({ kind, userId, id }: LogRoomKey, sourceKey: string | undefined): Promise<RoomDocument | undefined> {
    const { rooms } = this.connection
    const kept = sourceKey === undefined ? null : await orUnavailable(rooms.findOne({ sourceKey: equalTo(sourceKey) }))
    if (kept) return kept
    const existing = await orUnavailable(rooms.findOne({ liveId: equalTo(id) }))
    if (!existing) return undefined
    if (existing.kind !== kind || textOf(existing.userId) !== userId) throw new AppError('CONFLICT')
    return existing
  }

  /** The room's document, which may have a cut that is not finished yet; null without the room. */
  find(room: LogRoomKey): Promise<RoomDocument | null> {
    return orUnavailable(this.connection.rooms.findOne({ liveId: equalTo(room.id), ...ownedBy(room) }))
  }

  async findListed(room: LogRoomKey): Promise<ListedLogRoom | null> {
    const found = await this.find(room)
    return found && listedOf(found)
  }

  async list({ limit, after = '' }: LogRoomPage): Promise<ListedLogRoom[]> {
    const options = { sort: { liveId: 1 }, limit } as const
    const found = await readAll(this.connection.rooms.find({ liveId: { $gt: after } }, options))
    return found.map(listedOf)
  }

  /** Deletes the room in one write, then its entries, and those that an interrupted deletion of this key has left. */
  async delete(room: LogRoomKey, signal?: AbortSignal): Promise<boolean> {
    const filter = { liveId: equalTo(room.id), ...ownedBy(room) }
    const { modifiedCount } = await orUnavailable(this.connection.rooms.updateOne(filter, this.#deletionUpdate()))
    await this.#clear({ roomId: equalTo(room.id), ...ownedBy(room), goneAt: { $exists: true } }, signal)
    return modifiedCount > 0
  }

  async deleteOf(userId: string, signal?: AbortSignal): Promise<void> {
    // of rooms of an earlier release it is not known yet
    while (await this.holders.recordNext(userId));
    const owner = { userId: equalTo(stored(userId)), holder: { $ne: 'guest' } } as const
    await orUnavailable(
      this.connection.rooms.updateMany({ ...owner, liveId: { $exists: true } }, this.#deletionUpdate()),
    )
    await this.#clear({ ...owner, goneAt: { $exists: true } }, signal)
  }

  /** Removes the remnants of rooms that were deleted a while ago, with late entries. */
  async sweep(): Promise<void> {
    const deleted = { goneAt: { $lt: this.clock() - graceMs } }
    for (const _id of await this.#clear(deleted))
      await orUnavailable(this.connection.rooms.deleteOne({ _id: equalTo(_id) }))
  }

  /** Entries whose room's document is deleted too, so no sweep finds them. A damaged restore can cause them. */
  async remnants(after = ''): Promise<LogRemnants> {
    const { rooms, marks } = this.connection
    const options = { sort: { room: 1, index: 1 }, projection: { room: 1 }, limit: remnantsAtOnce } as const
    const found = await readAll(marks.find({ room: { $gt: after } }, options))
    const ids = [...new Set(found.map(({ room }) => room))]
    const kept = await readAll(rooms.find({ _id: { $in: ids } }, { projection: { _id: 1 } }))
    const names: string[] = []
    for (const id of ids) {
      if (kept.some(({ _id }) => _id === id)) continue
      // the sweep deletes the entries before the room, so entries without a room are not about to be deleted
      if (await orUnavailable(marks.findOne({ room: equalTo(id) }, { projection: { _id: 1 } }))) names.push(id)
    }
    return { names, next: ids.at(-1) ?? null }
  }

  async removeRemnant(name: string): Promise<boolean> {
    if (await orUnavailable(this.connection.rooms.findOne({ _id: equalTo(name) }, { projection: { _id: 1 } })))
      return false
    return this.#clearEntries(name)
  }

  #deletionUpdate() {
    return { $set: { goneAt: this.clock() }, $unset: { liveId: true, sourceKey: true } } as const
  }

  /** Removes the entries of these rooms. Returns the ids of the rooms' documents. */
  async #clear(deleted: object, signal?: AbortSignal): Promise<string[]> {
    const ids = (await readAll(this.connection.rooms.find(deleted, { projection: { _id: 1 } }))).map(({ _id }) => _id)
    for (const room of ids) {
      signal?.throwIfAborted()
      await this.#clearEntries(room)
    }
    return ids
  }

  /** Removes the entries of a room's document; false if there were none. */
  #clearEntries(room: string): Promise<boolean> {
    const { connection } = this
    return connection.changeEntries({ room: equalTo(room) }, (batch) => connection.marks.deleteMany(batch))
  }
}

function listedOf({ roomId, kind, userId, sourceKey, createdAt, holder }: RoomDocument): ListedLogRoom {
  const source = sourceKey === undefined ? null : (partsOf(sourceKey).at(-1) ?? null)
  return { id: roomId, kind, userId: textOf(userId), source, createdAt, holder: holder ?? 'service' }
}

function ownedBy({ kind, userId }: LogRoomKey) {
  return { kind: equalTo(kind), userId: equalTo(stored(userId)) }
}

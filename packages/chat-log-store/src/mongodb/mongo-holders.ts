import { type LogRoomHolder, logRoomHolders } from '../chat-log-store.js'
import { readAll, type MongoConnection } from './mongo-connection.js'
import { equalTo, noKeys, stored, textOf, type RoomDocument } from './mongo-documents.js'
import { orUnavailable } from './mongo-errors.js'
import type { MongoSearch } from './mongo-search.js'

/** Of the rooms with these ids, whose those with a record of the application are. */
export type HoldersOf = (roomIds: readonly string[]) => Promise<ReadonlyMap<string, LogRoomHolder>>

const roomsAtOnce = 100
const indexedAtOnce = 100

/** Whose rooms are. A change reaches the keys of the entries before the room, so that it can be repeated. */
export class MongoHolders {
  /** Unset: the rooms of an earlier release count as those of accounts. */
  holdersOf: HoldersOf | undefined

  constructor(
    private readonly connection: MongoConnection,
    private readonly search: MongoSearch,
  ) {}

  /** Records whose the next rooms of an earlier release are, or of one user id; false when none are left. */
  async recordNext(userId?: string): Promise<boolean> {
    const { holdersOf, connection } = this
    if (!holdersOf) return false
    const filter = { holder: equalTo(null), ...(userId === undefined ? {} : { userId: equalTo(stored(userId)) }) }
    const some = await readAll(connection.rooms.find(filter, { limit: roomsAtOnce }))
    const known = await holdersOf(some.map(({ roomId }) => roomId))
    for (const holder of logRoomHolders) {
      const ids = some.filter(({ roomId }) => (known.get(roomId) ?? 'service') === holder).map(({ _id }) => _id)
      // the entries of an account have their keys
      if (holder !== 'account') await this.#withoutKeys(ids)
      if (ids.length > 0) await orUnavailable(connection.rooms.updateMany({ _id: { $in: ids } }, { $set: { holder } }))
    }
    return some.length === roomsAtOnce
  }

  async assign(room: RoomDocument, holder: LogRoomHolder): Promise<void> {
    if (room.holder === holder) return
    const set = () => orUnavailable(this.connection.rooms.updateOne({ _id: equalTo(room._id) }, { $set: { holder } }))
    if (holder !== 'account') {
      await this.#withoutKeys([room._id])
      await set()
      return
    }
    await this.#withKeys(room)
    await set()
    // what was written meanwhile
    await this.#withKeys(room)
  }

  async #withoutKeys(rooms: readonly string[]): Promise<void> {
    if (rooms.length === 0) return
    const { marks } = this.connection
    const indexed = { room: { $in: rooms }, removed: equalTo(false), searchKeys: { $ne: noKeys[0] } }
    await this.connection.changeEntries(indexed, (batch) =>
      marks.updateMany(batch, { $set: { searchKeys: noKeys }, $unset: { keys: '' } }),
    )
  }

  async #withKeys({ _id: id, roomId, userId }: RoomDocument): Promise<void> {
    const { live } = this.connection
    const account = textOf(userId)
    for (let after = 0, count = indexedAtOnce; count === indexedAtOnce;) {
      const unindexed = { room: equalTo(id), removed: equalTo(false), index: { $gt: after }, searchKeys: noKeys[0] }
      const some = await readAll(live.find(unindexed, { sort: { index: 1 }, limit: indexedAtOnce }))
      for (const entry of some) await this.search.indexAs(entry, { roomId, account })
      count = some.length
      after = some.at(-1)?.index ?? after
    }
  }
}

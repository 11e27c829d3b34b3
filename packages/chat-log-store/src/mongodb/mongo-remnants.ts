import type { LogRemnants } from '../chat-log-store.js'
import { readAll, type MongoConnection } from './mongo-connection.js'
import { equalTo } from './mongo-documents.js'
import { orUnavailable } from './mongo-errors.js'

const batch = 1_000

/** Entries whose room's document is deleted too, so no sweep finds them. A damaged restore can cause them. */
export class MongoRemnants {
  constructor(private readonly connection: MongoConnection) {}

  async page(after = ''): Promise<LogRemnants> {
    const { rooms, marks } = this.connection
    const options = { sort: { room: 1, index: 1 }, projection: { room: 1 }, limit: batch } as const
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

  async remove(name: string): Promise<boolean> {
    if (await orUnavailable(this.connection.rooms.findOne({ _id: equalTo(name) }, { projection: { _id: 1 } })))
      return false
    return this.clear(name)
  }

  /** Removes the entries of a room's document in batches that stay within the timeout; false if there were none. */
  async clear(room: string): Promise<boolean> {
    const { marks } = this.connection
    let any = false
    for (let count = batch; count === batch;) {
      const some = await readAll(marks.find({ room: equalTo(room) }, { projection: { _id: 1 }, limit: batch }))
      count = some.length
      if (count > 0) await orUnavailable(marks.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } }))
      any ||= count > 0
    }
    return any
  }
}

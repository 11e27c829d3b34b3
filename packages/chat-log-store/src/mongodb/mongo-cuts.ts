import { staleEntry, staleLog } from '../alternatives.js'
import type { CutGuard, LogCut } from '../chat-log-store.js'
import { readAll, type MongoConnection } from './mongo-connection.js'
import { equalTo } from './mongo-documents.js'
import { withoutContent } from './mongo-entries.js'
import { orUnavailable } from './mongo-errors.js'

/**
 * Cuts the end off a log. One write to the room's document is the cut. The next reader or writer of the room deletes
 * the entries first, so no later request sees them, even if a process was killed in between.
 */
export class MongoCuts {
  constructor(private readonly connection: MongoConnection) {}

  /**
   * Writes the cut; nothing is cut before this write. `null` when there is nothing to cut, `undefined` when another cut
   * of the room must be finished first. Throws CONFLICT as the port describes.
   */
  async begin(room: string, from: number, guard: CutGuard): Promise<LogCut | null | undefined> {
    const { expectedVersion, expectedLastIndex } = guard
    const to = await this.#lastIndex(room)
    if (to < from) return null
    if (expectedLastIndex !== undefined && to > expectedLastIndex) throw staleLog()
    if (expectedVersion !== undefined) await this.#raiseVersion(room, from, expectedVersion)
    const cut = { from, to }
    const { matchedCount } = await orUnavailable(
      this.connection.rooms.updateOne({ _id: equalTo(room), cut: { $exists: false } }, { $set: { cut } }),
    )
    return matchedCount === 0 ? undefined : cut
  }

  /** Deletes the entries; idempotent. */
  async finish(room: string, { from, to }: LogCut): Promise<void> {
    const { marks, rooms } = this.connection
    const toRemove = { room: equalTo(room), index: { $gte: from, $lte: to }, removed: equalTo(false) }
    await this.connection.changeEntries(toRemove, (batch) => marks.updateMany(batch, withoutContent))
    await orUnavailable(
      rooms.updateOne(
        { _id: equalTo(room), 'cut.from': equalTo(from), 'cut.to': equalTo(to) },
        { $unset: { cut: true } },
      ),
    )
  }

  /** Finishes cuts in rooms that no client has used since. */
  async sweep(): Promise<void> {
    const pending = this.connection.rooms.find({ 'cut.from': { $gt: 0 } }, { projection: { cut: 1 } })
    for (const { _id, cut } of await readAll(pending)) if (cut) await this.finish(_id, cut)
  }

  /** Of two changes to the same version only the first succeeds, because it raises the version. */
  async #raiseVersion(room: string, index: number, version: number): Promise<void> {
    const seen = { room: equalTo(room), index: equalTo(index), removed: equalTo(false), version: equalTo(version) }
    const { matchedCount } = await orUnavailable(
      this.connection.live.updateOne(seen, { $set: { version: version + 1 } }),
    )
    if (matchedCount === 0) throw staleEntry()
  }

  /** The highest index of an existing entry; 0 without entries. */
  async #lastIndex(room: string): Promise<number> {
    const options = { sort: { index: -1 }, projection: { index: 1 } } as const
    const last = await orUnavailable(
      this.connection.live.findOne({ room: equalTo(room), removed: equalTo(false) }, options),
    )
    return last?.index ?? 0
  }
}

import { between, type Conditions, type Database, deleteInSlices, type Queries, type Where } from '@parley/statements'
import { mergeKeys } from './search-index.js'
import { LogEntryTable, type LogEntryRow } from './tables.js'
import type { LogCut, LogRoomKey } from '../chat-log-store.js'
import type { LogRecords } from './log-records.js'
import { nameOfCut, recordedCut } from '../recorded-cut.js'

/** So many entries are deleted by the transaction of their cut, during which SQLite blocks its process. */
const perTransaction = 200

const none: readonly LogCut[] = []

/** A range of a room, and the entries in it that no earlier cut hides. */
interface VisibleEnd extends LogCut {
  readonly where: Where<LogEntryRow>
}

type RoomId = NonNullable<Conditions<LogEntryRow>['roomId']>

/**
 * Cuts of the ends of logs. On SQLite the transaction of a long one records it, and `finish` deletes the entries in slices.
 * They are hidden from that transaction on, also after a crash: no index is used again, so the range of a cut never has
 * later entries.
 */
export class EmbeddedCuts {
  /** By the id of the room. Only one process uses a file of SQLite. */
  readonly #pending = new Map<string, readonly LogCut[]>()
  #loading: Promise<void> | undefined

  constructor(
    private readonly database: Database,
    private readonly records: LogRecords,
    private readonly clock: () => number,
  ) {}

  /** Runs `read` with the cuts of a room, again when one of them was made or finished meanwhile. */
  async read<T>(roomId: string, read: (cuts: readonly LogCut[]) => Promise<T>): Promise<T> {
    await this.load()
    for (;;) {
      const cuts = this.of(roomId)
      const result = await read(cuts)
      if (this.of(roomId) === cuts) return result
    }
  }

  /** Call it before `of`. */
  async load(): Promise<void> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = undefined
      throw error
    })
    await this.#loading
  }

  async #load(): Promise<void> {
    const names = await this.database.read((db) => this.records.cuts(db))
    for (const { room, cut } of names.map(recordedCut)) this.#add(room.id, cut)
  }

  /** The cuts of a room whose entries are not all deleted. */
  of(roomId: string): readonly LogCut[] {
    return this.#pending.get(roomId) ?? none
  }

  /**
   * Removes entries of a room from an index on, or hides them. `cut` returns those that `visible` selects, in the
   * transaction of the cut.
   */
  async make(room: LogRoomKey, cut: (db: Queries) => Promise<VisibleEnd | undefined>): Promise<void> {
    await this.load()
    let hidden: LogCut | undefined
    try {
      await this.database.write(async (db) => {
        const end = await cut(db)
        if (end) hidden = await this.#cut(db, room, end)
      })
    } catch (error) {
      if (hidden) await this.#undoUnlessRecorded(room, hidden)
      throw error
    }
  }

  /** Deletes the entries that a cut has hidden. Rejects with the reason of `signal` when that aborts first. */
  async finish(name: string, signal?: AbortSignal): Promise<void> {
    const { room, cut } = recordedCut(name)
    const toRemove = { roomId: room.id, index: between(cut.from, cut.to) }
    const deleteSome = async (db: Queries, rows: number) => {
      // its room may have been deleted meanwhile, and made anew
      if (!(await this.records.hasCut(db, name))) return false
      const deleted = await db.deleteSome(LogEntryTable, toRemove, rows)
      await mergeKeys(db)
      return deleted === rows
    }
    await deleteInSlices(this.database, deleteSome, signal)
    this.#remove(room.id, cut)
  }

  /** Drops the cuts of rooms that the transaction `db` deletes, since later rooms can have their ids. */
  async drop(db: Queries, roomIds: readonly string[]): Promise<void> {
    const names = (await this.records.cuts(db)).filter((name) => roomIds.includes(recordedCut(name).room.id))
    if (names.length === 0) return
    await this.records.removeCuts(db, names)
    for (const roomId of roomIds) this.#pending.delete(roomId)
  }

  async #cut(db: Queries, room: LogRoomKey, { where, ...cut }: VisibleEnd): Promise<LogCut | undefined> {
    if (db.driver === 'postgres') {
      await db.delete(LogEntryTable, where)
      return undefined
    }
    const deleted = await db.deleteSome(LogEntryTable, where, perTransaction)
    await mergeKeys(db)
    if (deleted < perTransaction) return undefined
    await this.records.addCut(db, nameOfCut(room, cut), this.clock())
    // other work of this process sees the commit before this write resolves
    this.#add(room.id, cut)
    return cut
  }

  /** A write that has failed can be committed nevertheless. */
  async #undoUnlessRecorded(room: LogRoomKey, cut: LogCut): Promise<void> {
    const isRecorded = this.database.read((db) => this.records.hasCut(db, nameOfCut(room, cut)))
    if (!(await isRecorded.catch(() => true))) this.#remove(room.id, cut)
  }

  #add(roomId: string, cut: LogCut): void {
    this.#pending.set(roomId, [...this.of(roomId), cut])
  }

  #remove(roomId: string, cut: LogCut): void {
    const others = this.of(roomId).filter(({ from, to }) => from !== cut.from || to !== cut.to)
    if (others.length > 0) this.#pending.set(roomId, others)
    else this.#pending.delete(roomId)
  }
}

export function isHidden(cuts: readonly LogCut[], index: number): boolean {
  return cuts.some(({ from, to }) => index >= from && index <= to)
}

/** Selects the entries of a room from `low` to `high` that no cut hides; undefined when there can be none. */
export function visible(
  roomId: RoomId,
  { low, high }: { readonly low: number; readonly high: number },
  cuts: readonly LogCut[],
): readonly [Conditions<LogEntryRow>, ...Conditions<LogEntryRow>[]] | undefined {
  const gaps: Conditions<LogEntryRow>[] = []
  let next = low
  for (const { from, to } of [...cuts].sort((one, other) => one.from - other.from)) {
    if (next < from && next <= high) gaps.push({ roomId, index: between(next, Math.min(high, from - 1)) })
    next = Math.max(next, to + 1)
  }
  if (next <= high) gaps.push({ roomId, index: between(next, high) })
  const [first, ...others] = gaps
  return first && [first, ...others]
}

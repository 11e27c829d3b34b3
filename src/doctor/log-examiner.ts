import type { ChatLogStore, ListedLogRoom } from '@parley/chat-log-store'
import { type Database, oneOf, rowId } from '@parley/statements'
import { roomKeyColumns, RoomTable } from '../database/tables/rooms.js'
import type { LogRoomPurges } from '../deletion/log-room-purges.js'
import type { Rooms } from '../rooms/rooms.js'
import type { Examiner, Finding, FindingsPage, PageRequest, RepairRequest } from './finding.js'

/**
 * Log rooms that should have been deleted: created for a record that no longer exists. A room that the chat-log service
 * created is never an orphan, whatever its user id: its callers use it without a record.
 */
export class LogExaminer implements Examiner {
  constructor(
    private readonly options: { database: Database; chatLogs: ChatLogStore; rooms: Rooms; purges: LogRoomPurges },
  ) {}

  async page({ after, limit, before }: PageRequest): Promise<FindingsPage> {
    const { chatLogs, purges } = this.options
    const page = await chatLogs.rooms({ limit, after: after ?? undefined })
    const orphans = await this.#orphansOf(page, before)
    const findings = orphans.map((room): Finding => {
      const detail = `${room.kind} log ${room.id} of user id "${room.userId}" was made for a record that is gone`
      const ownerId = rowId(room.userId)
      return { part: 'logs', kind: 'log-without-record', subject: purges.nameOf(room), detail, ownerId }
    })
    return { examined: page.length, findings, next: page.at(-1)?.id ?? null }
  }

  /** Deletes the log, unless it has a record in the meantime. */
  async repair({ subject, before }: RepairRequest): Promise<boolean> {
    const { chatLogs, purges } = this.options
    const key = purges.named(subject)
    const room = key ? await chatLogs.findRoom(key) : null
    if (!room || (await this.#orphansOf([room], before)).length === 0) return false
    return purges.discard(room, (db) => db.exists(RoomTable, { roomId: room.id }))
  }

  async #orphansOf(page: readonly ListedLogRoom[], before: number): Promise<ListedLogRoom[]> {
    const old = page.filter(({ createdAt }) => createdAt < before)
    return this.#remaining(await this.#withoutRecord(old))
  }

  async #withoutRecord(page: readonly ListedLogRoom[]): Promise<ListedLogRoom[]> {
    const { database, rooms, purges } = this.options
    const made = page.filter((room) => rooms.isForRecord(room))
    const where = { roomId: oneOf(made.map(({ id }) => id)) }
    const found = await database.read((db) => db.select(RoomTable, where, { columns: roomKeyColumns }))
    const recorded = new Set(found.map((record) => purges.nameOf(rooms.logRoom(record))))
    return made.filter((room) => !recorded.has(purges.nameOf(room)))
  }

  /** Drops rooms with a pending or finished deletion. */
  async #remaining(suspects: readonly ListedLogRoom[]): Promise<ListedLogRoom[]> {
    if (suspects.length === 0) return []
    const { chatLogs, purges } = this.options
    const pending = await purges.pendingOf(suspects)
    const remaining: ListedLogRoom[] = []
    for (const room of suspects)
      if (!pending.some(({ id }) => id === room.id) && (await chatLogs.hasRoom(room))) remaining.push(room)
    return remaining
  }
}

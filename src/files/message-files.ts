import { setTimeout as pause } from 'node:timers/promises'
import type { Attachment, LogCut } from '@parley/chat-log-store'
import { AppError, badInput } from '@parley/runtime'
import {
  atLeast,
  between,
  type Conditions,
  type Database,
  idOf,
  lessThan,
  moreThan,
  oneOf,
  type Queries,
} from '@parley/statements'
import { FileTable } from '../database/tables/files.js'
import { RoomTable } from '../database/tables/rooms.js'
import { UserTable } from '../database/tables/users.js'
import { acceptsFiles, type Room, type RoomDraft } from '../rooms/room.js'
import type { UserCaller } from '../users/caller.js'
import type { StoredFile } from './file.js'

/** How long a message waits for its files, in milliseconds, and how often it looks. */
const [waitMs, lookMs] = [20_000, 200]
const columns = ['id', 'name', 'roomId', 'state'] as const
type FoundFile = Pick<StoredFile, (typeof columns)[number]>

/** The files of messages: a file belongs to one room, from the first message with it. */
export class MessageFiles {
  constructor(
    private readonly options: { readonly database: Database; readonly clock: () => number; readonly waitMs?: number },
  ) {}

  /**
   * Resolves when a message with these files can be sent. Throws FORBIDDEN for a room of another account and for one that accepts no files,
   * BAD_USER_INPUT for a file that is not the caller's or in another room, CONFLICT for one that is still being read after 20 s.
   */
  async requireRead(
    caller: UserCaller,
    room: Pick<RoomDraft, 'ownerId' | 'kind' | 'acceptsFiles'> & { readonly id?: number },
    ids: readonly string[],
  ): Promise<void> {
    if (room.ownerId !== caller.id)
      throw new AppError('FORBIDDEN', { message: 'Only the owner of a room can send files in it' })
    if (!acceptsFiles(room)) throw new AppError('FORBIDDEN', { message: 'Files are switched off in this room' })
    const { database, waitMs: longest = waitMs } = this.options
    const giveUpAt = performance.now() + longest
    for (;;) {
      const found = await database.read((db) => ownFiles(db, { caller, ids }))
      const files = inOrder(found, { ids, roomId: room.id })
      const unread = files.find(({ state }) => state === 'READING')
      if (!unread) return
      if (performance.now() > giveUpAt) throw stillReading(unread)
      await pause(lookMs)
    }
  }

  /** Gives files to a room, in the transaction that stores a message with them, after the room was locked. Throws as `requireRead`. */
  async claim(
    db: Queries,
    { id: roomId }: Pick<Room, 'id'>,
    { caller, ids }: { readonly caller: UserCaller; readonly ids: readonly string[] },
  ): Promise<readonly Attachment[]> {
    // before its files, as a deletion of the account locks them
    await db.selectOne(UserTable, { id: caller.id }, { columns: ['id'], lock: 'key share' })
    const found = await ownFiles(db, { caller, ids }, 'no key update')
    const files = inOrder(found, { ids, roomId })
    const unread = files.find(({ state }) => state === 'READING')
    if (unread) throw stillReading(unread)
    await db.update(FileTable, { id: oneOf(ids), ownerId: caller.id }, { roomId, claimedAt: this.options.clock() })
    return files.map(({ id, name }) => ({ id, name }))
  }

  /** Records the entry of a message, so that its removal finds the files. */
  async recordEntry(
    { id: roomId }: Pick<Room, 'id'>,
    attachments: readonly Attachment[] | null,
    index: number,
  ): Promise<void> {
    if (!attachments || attachments.length === 0) return
    const own = { id: oneOf(attachments.map(({ id }) => id)), roomId }
    await this.options.database.write(async (db) => {
      await db.update(
        FileTable,
        [
          { ...own, firstEntry: null },
          { ...own, firstEntry: moreThan(index) },
        ],
        { firstEntry: index },
      )
      await db.update(
        FileTable,
        [
          { ...own, lastEntry: null },
          { ...own, lastEntry: lessThan(index) },
        ],
        { lastEntry: index },
      )
    })
  }

  /**
   * After entries of a room were removed: a file that no other entry has is deleted a day later, unless it is sent again, as with an edited
   * message. `room` is the UUID.
   */
  async release(room: string, { from, to }: LogCut): Promise<void> {
    const ofRoom: Conditions<StoredFile> = { roomId: idOf(RoomTable, { roomId: room }) }
    const { database, clock } = this.options
    const touched = { ...ofRoom, lastEntry: atLeast(from) }
    if (!(await database.read((db) => db.exists(FileTable, touched)))) return
    await database.write(async (db) => {
      const free = { roomId: null, firstEntry: null, lastEntry: null, claimedAt: clock() }
      await db.update(FileTable, { ...ofRoom, firstEntry: atLeast(from), lastEntry: between(from, to) }, free)
      // what remains has an entry before or behind them
      await db.update(FileTable, { ...ofRoom, lastEntry: between(from, to) }, { lastEntry: from - 1 })
      await db.update(FileTable, { ...ofRoom, firstEntry: between(from, to) }, { firstEntry: to + 1 })
    })
  }
}

function ownFiles(
  db: Queries,
  { caller, ids }: { readonly caller: UserCaller; readonly ids: readonly string[] },
  lock?: 'no key update',
): Promise<FoundFile[]> {
  const known = ids.filter((id) => !id.includes('\0'))
  return db.select(FileTable, { id: oneOf(known), ownerId: caller.id }, { columns, ...(lock ? { lock } : {}) })
}

/** Throws BAD_USER_INPUT for a missing file, and one of another room. */
function inOrder(
  found: readonly FoundFile[],
  { ids, roomId }: { readonly ids: readonly string[]; readonly roomId: number | undefined },
): FoundFile[] {
  return [...new Set(ids)].map((id) => {
    const file = found.find((each) => each.id === id)
    if (!file) throw badInput('attachments', 'Not a file of yours')
    if (file.roomId !== null && file.roomId !== roomId)
      throw badInput('attachments', 'A file belongs to the room where it was sent: upload it again for another one')
    return file
  })
}

const stillReading = ({ name }: FoundFile) =>
  new AppError('CONFLICT', { message: `The file ${name} is still being read` })

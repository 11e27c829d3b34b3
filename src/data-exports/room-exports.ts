import type { KeyObject } from 'node:crypto'
import type { ChatLogStore, LogEntries, LogEntry } from '@parley/chat-log-store'
import { AppError } from '@parley/runtime'
import type { Database } from '@parley/statements'
import { CharacterTable } from '../database/tables/characters.js'
import { RoomTable } from '../database/tables/rooms.js'
import { UserTable } from '../database/tables/users.js'
import type { Language } from '../languages.js'
import { type Room, titleOf } from '../rooms/room.js'
import type { Rooms } from '../rooms/rooms.js'
import type { Callers } from '../sessions/callers.js'
import type { UserCaller } from '../users/caller.js'
import type { RoomExportFormat } from './data-export.js'
import { exportedEntry } from './exported-entry.js'
import { fileNameOf } from './file-name.js'
import { RoomMarkdown, type RoomHead } from './room-markdown.js'
import { RoomTickets, type RoomTicket } from './room-tickets.js'
import { shownColumns } from './shown-columns.js'

const linkMs = 5 * 60_000
/** Entries per read; a page has at most 1 MiB of them. */
const pageSize = 100

/** A file with one chat. */
interface RoomFile {
  readonly name: string
  readonly contentType: string
  /** Fails when the room is deleted, or access to it ends, before its last entry. */
  read(): AsyncIterable<Uint8Array>
}

/** Files of single rooms, written while they are read: nothing is stored, and memory holds one page of the log. */
export class RoomExports {
  readonly #tickets: RoomTickets

  constructor(
    private readonly options: {
      readonly database: Database
      readonly chatLogs: ChatLogStore
      readonly rooms: Rooms
      readonly callers: Callers
      readonly jwtKey: KeyObject
      /** Epoch milliseconds. */
      readonly clock: () => number
      /** What links begin with (`PUBLIC_URL`). */
      readonly publicUrl: string
    },
  ) {
    this.#tickets = new RoomTickets(options.jwtKey)
  }

  /**
   * A link to the file of a room that the caller may use, for five minutes and while the session of the caller lasts. Throws
   * NOT_FOUND for other rooms.
   */
  async link(
    caller: UserCaller,
    asked: {
      readonly roomId: string
      readonly format: RoomExportFormat
      readonly timeZone?: string | null | undefined
    },
  ): Promise<{ readonly url: string; readonly expiresAt: number }> {
    const { rooms, database, clock, publicUrl } = this.options
    const { session, id: userId } = caller
    if (!session) throw new AppError('UNAUTHENTICATED')
    const { roomId } = await rooms.require(caller, asked.roomId)
    const account = { id: userId }
    const own = await database.read((db) => db.selectOne(UserTable, account, { columns: ['timeZone'] }))
    const expiresAt = clock() + linkMs
    const token = this.#tickets.tokenOf({
      roomId,
      format: asked.format,
      timeZone: asked.timeZone ?? own?.timeZone ?? 'UTC',
      userId,
      sessionId: session.id,
      sessionVersion: session.version,
      expiresAt,
    })
    return { url: `${publicUrl}/room-export?token=${token}`, expiresAt }
  }

  /** The file of a link, in a language of its headings; undefined for a link that is unknown, expired or has ended. */
  async open(token: string, language: Language): Promise<RoomFile | undefined> {
    const { clock } = this.options
    const ticket = this.#tickets.read(token)
    if (!ticket || ticket.expiresAt <= clock()) return undefined
    const room = await this.#room(ticket)
    if (!room) return undefined
    const head = await this.#head(room, ticket, language)
    // a store that fails now refuses the request, instead of a file without an end
    const first = await this.#page(room, 0)
    const name = fileNameOf(head.title ?? head.character ?? '') || 'chat'
    if (ticket.format === 'JSON')
      return { name: `${name}.json`, contentType: 'application/json', read: () => this.#json(ticket, head, first) }
    const contentType = 'text/markdown; charset=utf-8'
    return { name: `${name}.md`, contentType, read: () => this.#markdown(ticket, head, first) }
  }

  async *#markdown(ticket: RoomTicket, head: RoomHead, first: LogEntries) {
    const file = new RoomMarkdown(head)
    yield Buffer.from(file.begin())
    for await (const entry of this.#entries(ticket, first)) yield Buffer.from(file.entry(entry))
  }

  async *#json(ticket: RoomTicket, { exportedAt, character }: RoomHead, first: LogEntries) {
    const { roomId } = ticket
    const columns = shownColumns.rooms
    const room = await this.options.database.read((db) => db.selectOne(RoomTable, { roomId }, { columns }))
    if (!room) throw new AppError('NOT_FOUND')
    const head = JSON.stringify({ exportedAt, room, character })
    yield Buffer.from(`${head.slice(0, -1)},"entries":[`)
    let separator = '\n'
    for await (const entry of this.#entries(ticket, first)) {
      yield Buffer.from(separator + JSON.stringify(exportedEntry(entry)))
      separator = ',\n'
    }
    yield Buffer.from('\n]}\n')
  }

  async *#entries(ticket: RoomTicket, first: LogEntries): AsyncGenerator<LogEntry, void, undefined> {
    for (let page = first; ;) {
      yield* page.entries
      const last = page.entries.at(-1)
      if (!page.hasMore || !last) return
      // the room may have been deleted since, or the session may have ended
      const room = await this.#room(ticket)
      if (!room) throw new AppError('NOT_FOUND')
      page = await this.#page(room, last.index)
    }
  }

  #page(room: Room, after: number): Promise<LogEntries> {
    const { chatLogs, rooms } = this.options
    return chatLogs.page(rooms.logRoom(room), { limit: pageSize, after, newestFirst: false })
  }

  async #room(ticket: RoomTicket): Promise<Room | undefined> {
    const { callers, rooms } = this.options
    const caller = await callers.ofSession(ticket)
    return caller && ((await rooms.find(caller, ticket.roomId)) ?? undefined)
  }

  #head(room: Room, ticket: RoomTicket, language: Language) {
    const { ownerId, characterId } = room
    const { database, clock } = this.options
    return database.read(async (db): Promise<RoomHead> => {
      const columns = { columns: ['name'] } as const
      const character =
        characterId === null ? undefined : await db.selectOne(CharacterTable, { id: characterId }, columns)
      const owner =
        ownerId === null ? undefined : await db.selectOne(UserTable, { id: ownerId }, { columns: ['username'] })
      return {
        title: titleOf(room),
        owner: owner?.username ?? null,
        character: character?.name ?? null,
        greeting: room.keptGreeting === '' ? null : room.keptGreeting,
        exportedAt: clock(),
        timeZone: ticket.timeZone,
        language,
      }
    })
  }
}

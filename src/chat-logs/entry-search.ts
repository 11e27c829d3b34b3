import {
  type ChatLogStore,
  type FoundEntries,
  type LogEntry,
  termsOf,
  termsOfBeginning,
  type TextPart,
  textParts,
} from '@parley/chat-log-store'
import { pageBytes, type ResultBytes, WorkSlices } from '@parley/runtime'
import {
  type Connection,
  type Database,
  oneOf,
  type PageArgs,
  pageRequest,
  rowId,
  selectCounted,
} from '@parley/statements'
import { RoomTable } from '../database/tables/rooms.js'
import type { Room } from '../rooms/room.js'
import type { Rooms } from '../rooms/rooms.js'
import type { Kind } from '../kinds.js'
import type { UserCaller } from '../users/caller.js'
import { snippetsOf, type QueryPart, type Snippet } from './snippets.js'

interface EntryQuery extends Pick<PageArgs, 'first' | 'after' | 'bytes'> {
  readonly query: string
  /** Only in this room: its UUID, or its number. */
  readonly roomId?: string | null | undefined
  /** Only in rooms of this kind. */
  readonly kind?: Kind | null | undefined
  /** Only in rooms with this character: its number as text. */
  readonly characterId?: string | null | undefined
  /** Only entries that were written at this time or later, in epoch milliseconds. */
  readonly from?: number | null | undefined
  /** Only entries that were written before this time. */
  readonly to?: number | null | undefined
}

interface FoundEntry {
  readonly room: Room
  readonly entry: LogEntry
  readonly snippets: readonly Snippet[]
}

interface FoundPage extends Connection<FoundEntry> {
  /** Whether entries of an earlier release are not indexed yet. */
  readonly indexing: boolean
}

/** How many pages of candidates are read for one page of results, and the bytes of their texts. */
const maxReads = 10
const maxBytes = 2 * pageBytes

/** In so many rooms at most the index looks for a character; of more rooms the entries are compared. */
const roomsInIndex = 200

const countedRooms = selectCounted(RoomTable)

/** Finds entries by the words of their messages and shown replies, in the caller's own rooms. */
export class EntrySearch {
  constructor(private readonly options: { database: Database; rooms: Rooms; store: ChatLogStore }) {}

  /**
   * The newest entries first. A query without words finds nothing. Its last word is the beginning of a word too, unless
   * something follows it. Throws NOT_FOUND for a room that is not the caller's
   * own, BAD_USER_INPUT for a page size outside 0..100 and, unless nothing is looked for, for a foreign cursor.
   */
  async find(
    caller: UserCaller,
    { query, roomId, from, to, first, after, bytes, ...filter }: EntryQuery,
  ): Promise<FoundPage> {
    const { limit } = pageRequest({ first })
    const position = after ? positionOf(after) : undefined
    const room = typeof roomId === 'string' ? await this.options.rooms.requireOwn(caller, roomId) : undefined
    const parts = partsOf(query)
    const terms = [...new Set(parts.flatMap((part) => (part.isBeginning ? termsOfBeginning(part) : termsOf(part))))]
    if (terms.length === 0 || limit === 0) return pageOf([], { next: null, isIndexing: false }, position)
    const rooms = roomFilter(caller, filter)
    const roomIds = await this.#roomIdsOf(rooms)
    if (roomIds?.length === 0) return pageOf([], { next: null, isIndexing: false }, position)
    const time = { from: from ?? undefined, to: to ?? undefined }
    const ids = { userId: String(caller.id), roomId: room?.roomId, roomIds, ...time }
    const counted = within(maxBytes, bytes)
    const readable = (some: readonly string[]) => this.#readableOf(rooms, some)
    // the two texts of an entry take up to 60 ms
    const slices = new WorkSlices()
    for (let reads = 1, from = position; ; reads += 1) {
      const page = await this.options.store.search({ ...ids, terms, limit, bytes: counted, readable, after: from })
      const found: { cursor: string; entry: LogEntry; snippets: readonly Snippet[] }[] = []
      for (const { entry, position: at } of page.found) {
        await slices.pause()
        const snippets = snippetsOf(entry, parts)
        if (snippets) found.push({ cursor: cursorOf(at), entry, snippets })
      }
      if (found.length > 0 || page.next === null || reads === maxReads || !counted.fits(pageBytes)) {
        const owned = await this.#roomsOf(found, bytes)
        const edges = found.flatMap(({ cursor, entry, snippets }) => {
          const inRoom = owned.get(entry.roomId)
          return inRoom ? { cursor, node: { room: inRoom, entry, snippets } } : []
        })
        return pageOf(edges, page, position)
      }
      from = page.next
    }
  }

  /** The rooms with a character, for the index; undefined for those of all, or of too many. */
  async #roomIdsOf(where: RoomFilter): Promise<readonly string[] | undefined> {
    if (!('characterId' in where)) return undefined
    const selection = { columns: ['roomId'], limit: roomsInIndex + 1 } as const
    const rooms = await this.options.database.read((db) => db.select(RoomTable, where, selection))
    return rooms.length > roomsInIndex ? undefined : rooms.map(({ roomId }) => roomId)
  }

  /** The log of a user id may have rooms that are not the account's: of guests, of the chat-log service, deleted ones. */
  async #readableOf(filter: RoomFilter, roomIds: readonly string[]): Promise<ReadonlySet<string>> {
    const where = { ...filter, roomId: oneOf(roomIds) }
    const rooms = await this.options.database.read((db) => db.select(RoomTable, where, { columns: ['roomId'] }))
    return new Set(rooms.map(({ roomId }) => roomId))
  }

  async #roomsOf(found: readonly { entry: LogEntry }[], bytes: ResultBytes | undefined) {
    const where = { roomId: oneOf([...new Set(found.map(({ entry }) => entry.roomId))]) }
    const rooms = await this.options.database.read((db) => countedRooms(db, { where }, bytes))
    return new Map(rooms.map((room) => [room.roomId, room]))
  }
}

interface RoomFilter {
  readonly ownerId: number
  /** Test conversations of authors are not found. */
  readonly testOf: null
  readonly kind?: Kind
  readonly characterId?: number
}

/** A text that is not the number of a character is that of none. */
function roomFilter({ id: ownerId }: UserCaller, { kind, characterId }: Pick<EntryQuery, 'kind' | 'characterId'>) {
  const filter: RoomFilter = { ownerId, testOf: null, ...(kind ? { kind } : {}) }
  return typeof characterId === 'string' ? { ...filter, characterId: rowId(characterId) ?? 0 } : filter
}

/** The parts of a query, each once. The last one is the beginning of a word if the query ends with it. */
function partsOf(query: string): QueryPart[] {
  const parts = [...textParts(query)]
  const open = parts.at(-1)
  const isBeginning = (part: TextPart) => part === open && part.kind === 'word' && part.end === query.length
  return [...new Map(parts.map((part) => [part.key, { ...part, isBeginning: isBeginning(part) }])).values()]
}

/** `bytes`, of which at most `most` are used. */
function within(most: number, bytes: ResultBytes | undefined): ResultBytes {
  let used = 0
  return {
    fits: (more) => used + more <= most && bytes?.fits(more) !== false,
    add: (more) => {
      bytes?.add(more)
      used += more
    },
  }
}

function pageOf(
  edges: FoundPage['edges'],
  { next, isIndexing }: Pick<FoundEntries, 'next' | 'isIndexing'>,
  after: string | undefined,
): FoundPage {
  const endCursor = next === null ? (edges.at(-1)?.cursor ?? null) : cursorOf(next)
  const startCursor = edges[0]?.cursor ?? null
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: { hasNextPage: next !== null, hasPreviousPage: after !== undefined, startCursor, endCursor },
    indexing: isIndexing,
  }
}

function cursorOf(position: string): string {
  return Buffer.from(position).toString('base64url')
}

/** An empty text, which no store accepts, for a cursor that `cursorOf` does not write. */
function positionOf(cursor: string): string {
  const position = Buffer.from(cursor, 'base64url').toString('latin1')
  return cursorOf(position) === cursor ? position : ''
}

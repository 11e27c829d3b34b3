import type { KeyObject } from 'node:crypto'
import type { ChatLogStore, LogEntry } from '@parley/chat-log-store'
import { AppError, WorkSlices } from '@parley/runtime'
import { type Database, oneOf, type Queries } from '@parley/statements'
import { requireSession } from '../database/statements/own-account.js'
import { CharacterTable } from '../database/tables/characters.js'
import { RoomTable } from '../database/tables/rooms.js'
import { ShareLinkTable } from '../database/tables/share-links.js'
import { UserTable } from '../database/tables/users.js'
import { limits } from '../limits.js'
import type { RateLimits } from '../rate-limits/rate-limits.js'
import { type Room, titleOf } from '../rooms/room.js'
import type { Rooms } from '../rooms/rooms.js'
import type { UserCaller } from '../users/caller.js'
import type { User } from '../users/user.js'
import type { SharedExchange, ShareLink } from './share-link.js'
import { ShareTokens } from './share-tokens.js'

/** A link as its owner sees it. */
export interface OwnShareLink extends Omit<ShareLink, 'ownerId' | 'roomId' | 'exchanges'> {
  /** The UUID of the room. */
  readonly roomId: string
  readonly url: string
  /** Whether the link works now. */
  readonly readable: boolean
}

/** What a reader of a link gets. */
export type SharedConversation = Pick<ShareLink, 'title' | 'character' | 'exchanges' | 'createdAt'>

type ShareLinkHead = Omit<ShareLink, 'exchanges'>
const headColumns = ['id', 'ownerId', 'roomId', 'title', 'character', 'exchangeCount', 'createdAt'] as const
/** Entries per read; a page has at most 1 MiB of them. */
const pageSize = 100

/**
 * Links to copies of conversations, which callers without an account can read (docs/room-log.md#links-to-copies). A copy is one
 * row: later changes of its room do not reach it, and no crash leaves a part of one.
 */
export class ShareLinks {
  readonly #tokens: ShareTokens

  constructor(
    private readonly options: {
      readonly database: Database
      readonly chatLogs: ChatLogStore
      readonly rooms: Rooms
      readonly rateLimits: RateLimits
      /** Whether links can be made and read now. */
      readonly isAllowed: () => Promise<boolean>
      /** Whether an account can be used: it is approved, and no ban applies. */
      readonly isActive: (account: User, now: number) => boolean
      /** The Markdown of a message or a reply as HTML, in which every text is escaped. */
      readonly htmlOf: (text: string) => string
      readonly jwtKey: KeyObject
      /** Epoch milliseconds. */
      readonly clock: () => number
      /** What links begin with (`PUBLIC_URL`). */
      readonly publicUrl: string
    },
  ) {
    this.#tokens = new ShareTokens(options.jwtKey)
  }

  /**
   * Copies the messages and replies that a room of the caller shows now. Throws NOT_FOUND for any other room, FORBIDDEN while
   * the operator does not allow links, CONFLICT for a room whose character is not public, for one without entries, for one whose
   * copy would be too long, and beyond the number of links of an account.
   */
  async create(caller: UserCaller, roomId: string): Promise<OwnShareLink> {
    const { rooms, database, clock } = this.options
    await this.#requireAllowed()
    const room = await rooms.requireOwn(caller, roomId)
    await database.read(async (db) => {
      await requireShareable(db, room)
      await requireLeft(db, caller)
    })
    const exchanges = await this.#copy(room)
    await this.#requireAllowed()
    const link = await database.write(async (db) => {
      const user = await db.selectOne(
        UserTable,
        { id: caller.id },
        { columns: ['sessionVersion'], lock: 'no key update' },
      )
      if (!user) throw new AppError('UNAUTHENTICATED')
      await requireSession(db, caller, user)
      // a deletion of the room waits, or has committed
      const own = { id: room.id, ownerId: caller.id }
      const current = await db.selectOne(RoomTable, own, { lock: 'no key update' })
      if (!current) throw new AppError('NOT_FOUND')
      const character = await requireShareable(db, current)
      await requireLeft(db, caller)
      const made: ShareLink = {
        id: this.#tokens.newId(),
        ownerId: caller.id,
        roomId: room.id,
        title: titleOf(current),
        character,
        exchanges,
        exchangeCount: exchanges.length,
        createdAt: clock(),
      }
      await db.insert(ShareLinkTable, { ...made })
      return made
    })
    const { exchanges: _, ...head } = link
    return this.#own(head, { roomId: room.roomId, readable: true })
  }

  /** The links of the caller, the newest first. */
  async list(caller: UserCaller): Promise<OwnShareLink[]> {
    const isAllowed = await this.options.isAllowed()
    return this.options.database.read(async (db) => {
      const selection = { columns: headColumns, orderBy: { createdAt: 'desc' } } as const
      const links = await db.select(ShareLinkTable, { ownerId: caller.id }, selection)
      const columns = ['id', 'roomId', 'characterId'] as const
      const rooms = await db.select(RoomTable, { id: oneOf(links.map(({ roomId }) => roomId)) }, { columns })
      const ids = rooms.flatMap(({ characterId }) => (characterId === null ? [] : [characterId]))
      const shown = await db.select(CharacterTable, { id: oneOf(ids), isPublic: true }, { columns: ['id'] })
      const publicIds = new Set<number | null>([null, ...shown.map(({ id }) => id)])
      const byId = new Map(rooms.map((room) => [room.id, room]))
      return links.flatMap((link) => {
        const room = byId.get(link.roomId)
        if (!room) return []
        return [this.#own(link, { roomId: room.roomId, readable: isAllowed && publicIds.has(room.characterId) })]
      })
    })
  }

  /** Ends a link of the caller and deletes its copy; returns its id. Throws NOT_FOUND for any other link. */
  async revoke(caller: UserCaller, id: string): Promise<string> {
    const where = { id, ownerId: caller.id }
    const isKnown = /^[\w-]{22}$/.test(id)
    const deleted = isKnown ? await this.options.database.write((db) => db.delete(ShareLinkTable, where)) : 0
    if (deleted === 0) throw new AppError('NOT_FOUND')
    return id
  }

  /**
   * The copy of a link, for every caller. Undefined for a link that is unknown or was revoked, and while it does not work: links
   * are not allowed, its owner is banned or not approved, or its character is not public. Throws RATE_LIMITED.
   */
  async open(token: string, ipAddress: string | null): Promise<SharedConversation | undefined> {
    const { database, rateLimits, isAllowed, isActive, clock } = this.options
    await rateLimits.charge('shareLink', { ipAddress })
    const id = this.#tokens.idIn(token)
    if (id === undefined || !(await isAllowed())) return undefined
    return database.read(async (db) => {
      const link = await db.selectOne(ShareLinkTable, { id }, { columns: headColumns })
      const owner = link && (await db.selectOne(UserTable, { id: link.ownerId }))
      if (!owner || !isActive(owner, clock())) return undefined
      const room = await db.selectOne(RoomTable, { id: link.roomId, ownerId: owner.id })
      if (!room || (await publicCharacter(db, room)) === undefined) return undefined
      return db.selectOne(ShareLinkTable, { id })
    })
  }

  async #requireAllowed(): Promise<void> {
    if (await this.options.isAllowed()) return
    throw new AppError('FORBIDDEN', { message: 'The operator does not allow links to conversations' })
  }

  async #copy(room: Room): Promise<SharedExchange[]> {
    const { chatLogs, rooms, htmlOf } = this.options
    const slices = new WorkSlices()
    const exchanges: SharedExchange[] = []
    let length = 0
    for (let after = 0, hasMore = true; hasMore;) {
      const page = await chatLogs.page(rooms.logRoom(room), { limit: pageSize, after, newestFirst: false })
      for (const { inputData, outputData, imgUrl, shown } of page.entries) {
        await slices.pause()
        const texts = { message: htmlOf(inputData), reply: htmlOf(outputData) }
        const sources = webSourcesOf(shown)
        length += texts.message.length + texts.reply.length + JSON.stringify(sources).length
        if (length > limits.shareLinkLength) throw tooLong()
        exchanges.push({ ...texts, hadPicture: imgUrl !== null, ...(sources.length > 0 && { sources }) })
      }
      after = page.entries.at(-1)?.index ?? after
      ;({ hasMore } = page)
    }
    if (exchanges.length === 0) throw new AppError('CONFLICT', { message: 'The conversation has no messages yet' })
    return exchanges
  }

  #own(
    { ownerId: _, ...link }: ShareLinkHead,
    more: { readonly roomId: string; readonly readable: boolean },
  ): OwnShareLink {
    return { ...link, ...more, url: `${this.options.publicUrl}/shared?token=${this.#tokens.tokenOf(link.id)}` }
  }
}

/** Files are left out: they can be of others. */
function webSourcesOf({ sources = [] }: LogEntry['shown']) {
  return sources.flatMap(({ number, title, link }) => (link === null ? [] : [{ number, title, link }]))
}

/** The name of the character of a room, null in one with the assistant; undefined for one that is not public. */
async function publicCharacter(db: Queries, { characterId }: Room): Promise<string | null | undefined> {
  if (characterId === null) return null
  return (await db.selectOne(CharacterTable, { id: characterId, isPublic: true }, { columns: ['name'] }))?.name
}

async function requireShareable(db: Queries, room: Room): Promise<string | null> {
  const character = await publicCharacter(db, room)
  if (character === undefined)
    throw new AppError('CONFLICT', { message: 'The character of the conversation is not public' })
  return character
}

async function requireLeft(db: Queries, { id: ownerId }: UserCaller): Promise<void> {
  if ((await db.count(ShareLinkTable, { ownerId })) < limits.shareLinks) return
  throw new AppError('CONFLICT', { message: `An account has at most ${limits.shareLinks} links` })
}

const tooLong = () =>
  new AppError('CONFLICT', {
    message: `The conversation is too long: its page would have more than ${limits.shareLinkLength.toLocaleString('en')} characters`,
  })

import type { KeyObject } from 'node:crypto'
import type { ChatLogStore, LogEntry } from '@parley/chat-log-store'
import { AppError, WorkSlices } from '@parley/runtime'
import { type Database, oneOf, type Queries, type Where } from '@parley/statements'
import { requireSession } from '../database/statements/own-account.js'
import { CharacterTable } from '../database/tables/characters.js'
import { RoomTable } from '../database/tables/rooms.js'
import { ShareLinkTable } from '../database/tables/share-links.js'
import { UserTable } from '../database/tables/users.js'
import { limits } from '../limits.js'
import type { Idempotency } from '../idempotency/idempotency.js'
import type { RateLimits } from '../rate-limits/rate-limits.js'
import { type Room, titleOf } from '../rooms/room.js'
import type { Rooms } from '../rooms/rooms.js'
import type { UserCaller } from '../users/caller.js'
import type { User } from '../users/user.js'
import type { SharedEntry, ShareLink } from './share-link.js'
import { ShareTokens } from './share-tokens.js'

/** A link as its owner sees it. */
export interface OwnShareLink extends Omit<ShareLink, 'ownerId' | 'roomId' | 'entries'> {
  /** The UUID of the room. */
  readonly roomId: string
  readonly url: string
  /** Whether the link works now. */
  readonly readable: boolean
}

interface NewShareLink {
  /** The UUID of the room. */
  readonly roomId: string
  readonly idempotencyKey?: string | null | undefined
}

/** What a reader of a link gets. */
export type SharedConversation = Pick<ShareLink, 'title' | 'character' | 'entries' | 'createdAt'>

const headColumns = ['id', 'ownerId', 'roomId', 'title', 'character', 'entryCount', 'createdAt'] as const
/** Entries per read; a page has at most 1 MiB of them. */
const pageSize = 100

/**
 * Links to copies of chats, which callers without an account can read (docs/room-log.md#links-to-copies). A copy is one
 * row: later changes of its room do not reach it, and no crash leaves a part of one.
 */
export class ShareLinks {
  readonly #tokens: ShareTokens

  constructor(
    private readonly options: {
      readonly database: Database
      readonly chatLogs: ChatLogStore
      readonly rooms: Rooms
      /** How the character of a room greets a person without a name of their own; null without a character. */
      readonly namelessGreeting: (room: Room) => Promise<string | null>
      readonly idempotency: Idempotency
      readonly rateLimits: RateLimits
      /** Whether links can be made and read now. */
      readonly isAllowed: () => Promise<boolean>
      /** Whether an account can be used: it is approved, and no ban applies. */
      readonly isActive: (account: User, now: number) => boolean
      /** The Markdown of a message or a reply as HTML, in which every text is escaped and the numbers of sources are links. */
      readonly htmlOf: (text: string, sources?: SharedEntry['sources']) => Promise<string>
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
   * Copies the messages and replies that a room of the caller shows now. A retry with the same idempotency key returns the first
   * link. Throws NOT_FOUND for any other room and for a retry after the link has ended, FORBIDDEN while the operator does not
   * allow links, CONFLICT for a room whose character is not public, for one without entries, for one whose copy would be too long,
   * and beyond the number of links of an account, RATE_LIMITED.
   */
  async create(caller: UserCaller, { roomId, idempotencyKey }: NewShareLink): Promise<OwnShareLink> {
    const { rooms, database, idempotency, rateLimits } = this.options
    await this.#requireAllowed()
    const call = { caller, operation: 'createShareLink', key: idempotencyKey, body: { roomId } }
    const earlierId = await idempotency.earlier(call)
    if (earlierId !== undefined) return this.#requireOwn(caller, earlierId)
    const room = await rooms.requireOwn(caller, roomId)
    await rateLimits.charge('shareLink', { ipAddress: caller.ipAddress ?? null, account: String(caller.id) })
    await database.read(async (db) => {
      await requireShareable(db, room)
      await requireLeft(db, caller)
    })
    const copy = await this.#copy(room)
    await this.#requireAllowed()
    const { id } = await idempotency.once(call, (db) => this.#insert(db, caller, { room, copy }))
    return this.#requireOwn(caller, id)
  }

  /** The links of the caller, the newest first. */
  list(caller: UserCaller): Promise<OwnShareLink[]> {
    return this.#read({ ownerId: caller.id })
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
    const { database, rateLimits } = this.options
    await rateLimits.charge('shareLink', { ipAddress })
    const id = this.#tokens.idIn(token)
    const [link] = id === undefined ? [] : await this.#read({ id })
    return link?.readable ? database.read((db) => db.selectOne(ShareLinkTable, { id: link.id })) : undefined
  }

  /** Stores a copy of a room, and returns the id of its link. */
  async #insert(
    db: Queries,
    caller: UserCaller,
    { room, copy }: { readonly room: Room; readonly copy: Pick<ShareLink, 'entries' | 'entryCount'> },
  ): Promise<string> {
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
    const id = this.#tokens.newId()
    await db.insert(ShareLinkTable, {
      ...{ id, ownerId: caller.id, roomId: room.id, title: titleOf(current), character },
      ...{ ...copy, createdAt: this.options.clock() },
    })
    return id
  }

  async #requireAllowed(): Promise<void> {
    if (await this.options.isAllowed()) return
    throw new AppError('FORBIDDEN', { message: 'Sharing chats is turned off on this server' })
  }

  /** With the greeting of the character, which does not count as an entry. */
  async #copy(room: Room): Promise<Pick<ShareLink, 'entries' | 'entryCount'>> {
    const { chatLogs, rooms, htmlOf } = this.options
    const slices = new WorkSlices()
    const entries: SharedEntry[] = []
    let first: LogEntry | undefined
    let length = 0
    for (let after = 0, hasMore = true; hasMore;) {
      const page = await chatLogs.page(rooms.logRoom(room), { limit: pageSize, after, newestFirst: false })
      first ??= page.entries[0]
      for (const { inputData, outputData, imgUrl, sender, shown } of page.entries) {
        await slices.pause()
        const sources = webSourcesOf(shown)
        const texts = { message: await htmlOf(inputData), reply: await htmlOf(outputData, sources) }
        length += texts.message.length + texts.reply.length + JSON.stringify(sources).length
        if (length > limits.shareLinkLength) throw tooLong()
        const name = sender?.persona?.name
        entries.push({
          ...texts,
          ...(name !== undefined && { sender: name }),
          hadPicture: imgUrl !== null,
          ...(sources.length > 0 && { sources }),
        })
      }
      after = page.entries.at(-1)?.index ?? after
      ;({ hasMore } = page)
    }
    if (entries.length === 0) throw new AppError('CONFLICT', { message: 'The chat has no messages yet' })
    const greeting = await this.#greetingOf(room, first)
    if (length + greeting.length > limits.shareLinkLength) throw tooLong()
    const said = greeting === '' ? [] : [{ message: '', hadPicture: false, reply: greeting }]
    return { entries: [...said, ...entries], entryCount: entries.length }
  }

  /**
   * What the character said first, as HTML. Empty if it can have the name of the account, which a copy leaves out: it calls the reader
   * by a name, or the card has changed, and the first message was not sent as a persona.
   */
  async #greetingOf(room: Room, first: LogEntry | undefined): Promise<string> {
    const { namelessGreeting, htmlOf } = this.options
    const { keptGreeting } = room
    if (!keptGreeting) return ''
    const namesPersona = first?.index === 1 && first.sender?.persona
    return namesPersona || (await namelessGreeting(room)) === keptGreeting ? htmlOf(keptGreeting) : ''
  }

  async #requireOwn({ id: ownerId }: UserCaller, id: string): Promise<OwnShareLink> {
    const [own] = await this.#read({ id, ownerId })
    if (!own) throw new AppError('NOT_FOUND')
    return own
  }

  /** Links, the newest first, and whether each works now. */
  async #read(where: Where<ShareLink>): Promise<OwnShareLink[]> {
    const { database, isAllowed, isActive, clock, publicUrl } = this.options
    const areAllowed = await isAllowed()
    return database.read(async (db) => {
      const links = await db.select(ShareLinkTable, where, { columns: headColumns, orderBy: { createdAt: 'desc' } })
      const owners = await db.select(UserTable, { id: oneOf(links.map(({ ownerId }) => ownerId)) })
      const rooms = await db.select(RoomTable, { id: oneOf(links.map(({ roomId }) => roomId)) })
      const characters = await publicCharacters(db, rooms)
      return links.flatMap(({ ownerId, ...link }) => {
        const owner = owners.find(({ id }) => id === ownerId)
        const room = rooms.find(({ id }) => id === link.roomId)
        if (!owner || !room) return []
        const readable = areAllowed && isActive(owner, clock()) && characters.has(room.characterId)
        const url = `${publicUrl}/shared?token=${this.#tokens.tokenOf(link.id)}`
        return [{ ...link, roomId: room.roomId, url, readable }]
      })
    })
  }
}

/** Files are left out: they can be of others. */
function webSourcesOf({ sources = [] }: LogEntry['shown']) {
  return sources.flatMap(({ number, title, link }) => (link === null ? [] : [{ number, title, link }]))
}

/** The names of the characters of rooms that are public, by their ids; null by null, for rooms with the assistant. */
async function publicCharacters(
  db: Queries,
  rooms: readonly Room[],
): Promise<ReadonlyMap<number | null, string | null>> {
  const ids = rooms.flatMap(({ characterId }) => characterId ?? [])
  const shown = await db.select(CharacterTable, { id: oneOf(ids), isPublic: true }, { columns: ['id', 'name'] })
  return new Map<number | null, string | null>([[null, null], ...shown.map(({ id, name }) => [id, name] as const)])
}

async function requireShareable(db: Queries, room: Room): Promise<string | null> {
  const character = (await publicCharacters(db, [room])).get(room.characterId)
  if (character === undefined) throw new AppError('CONFLICT', { message: 'The character of the chat is not public' })
  return character
}

async function requireLeft(db: Queries, { id: ownerId }: UserCaller): Promise<void> {
  if ((await db.count(ShareLinkTable, { ownerId })) < limits.shareLinks) return
  throw new AppError('CONFLICT', { message: `An account has at most ${limits.shareLinks} links` })
}

const tooLong = () =>
  new AppError('CONFLICT', {
    message: `The chat is too long: its page would have more than ${limits.shareLinkLength.toLocaleString('en')} characters`,
  })

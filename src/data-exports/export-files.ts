import { extname } from 'node:path'
import type { ChatLogStore, LogRoomKey } from '@parley/chat-log-store'
import { AppError, parsedJson } from '@parley/runtime'
import { type Database, longWork, oneOf, type Queries } from '@parley/statements'
import { ApiKeyTable } from '../database/tables/api-keys.js'
import { AuditEntryTable } from '../database/tables/audit-log.js'
import { CharacterCardTable, CharacterTable, LikeTable } from '../database/tables/characters.js'
import { FileTable } from '../database/tables/files.js'
import { GenerationTable } from '../database/tables/generations.js'
import { ImageTable } from '../database/tables/images.js'
import { LorebookTable, LorebookUseTable } from '../database/tables/lorebooks.js'
import { PersonaTable } from '../database/tables/personas.js'
import { roomKeyColumns, RoomTable } from '../database/tables/rooms.js'
import { SecondFactorTable } from '../database/tables/second-factors.js'
import { SessionTable } from '../database/tables/sessions.js'
import { ShareLinkTable } from '../database/tables/share-links.js'
import { SocialIdentityTable } from '../database/tables/social-identities.js'
import { ModelUsageTable } from '../database/tables/usage.js'
import { TermsAgreementTable, UserTable } from '../database/tables/users.js'
import type { StoredFile } from '../files/file.js'
import type { Image } from '../images/image.js'
import type { FileStore, OpenFile } from '../ports/file-store/file-store.js'
import type { RoomKey } from '../rooms/room.js'
import type { Rooms } from '../rooms/rooms.js'
import type { Allowance } from '../usage/allowance.js'
import { exportedEntry } from './exported-entry.js'
import { shownColumns as shown } from './shown-columns.js'
import type { ZipFile } from './zip.js'

interface Paging {
  readonly orderBy: { readonly id: 'asc' }
  readonly limit: number
  readonly after: readonly [number | string] | undefined
}

interface PagedRow {
  readonly id: number | string
}

type ReadPage<Row extends PagedRow> = (db: Queries, paging: Paging) => Promise<Row[]>

/** A row of texts may have hundreds of kilobytes. */
const pageSize = 20

/**
 * The files of an export, page by page (docs/reference/data-export.md). Nothing secret: no hash of a password, a token or a key.
 * `onDone` is called after each page of rows or entries, and each image.
 */
export class ExportFiles {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly chatLogs: ChatLogStore
      readonly fileStore: FileStore
      readonly rooms: Rooms
      readonly allowance: Allowance
    },
  ) {}

  /** The rooms, images and uploaded files of an account. */
  count(userId: number): Promise<number> {
    const where = { ownerId: userId }
    return this.options.database.read(
      async (db) =>
        (await db.count(RoomTable, where)) + (await db.count(ImageTable, where)) + (await db.count(FileTable, where)),
      longWork,
    )
  }

  async *of(userId: number, onDone: (done: number) => Promise<void>): AsyncGenerator<ZipFile, void, undefined> {
    const { allowance, fileStore } = this.options
    let done = 0
    const onPage = () => onDone(done)
    const rows = <Row extends PagedRow>(name: string, page: ReadPage<Row>): ZipFile => ({
      name,
      content: lines(this.#rows(page, onPage)),
    })
    const owned = { ownerId: userId }
    yield { name: 'account.json', content: lines([await this.#account(userId)]) }
    const usage = await allowance.usage({ kind: 'user', id: userId, role: 'USER' })
    yield { name: 'usage.json', content: lines([usage]) }
    yield rows('usage-days.jsonl', (db, paging) =>
      db.select(ModelUsageTable, { userId }, { ...paging, columns: shown.modelUsage }),
    )
    yield rows('acts.jsonl', (db, paging) =>
      db.select(AuditEntryTable, { actorId: userId }, { ...paging, columns: shown.acts }),
    )
    yield rows('characters.jsonl', async (db, paging) => {
      const characters = await db.select(CharacterTable, owned, { ...paging, columns: shown.characters })
      const cards = await db.select(CharacterCardTable, { characterId: oneOf(characters.map(({ id }) => id)) })
      // parsed when its line is written: many cards at once would need much memory
      const kept = new Map(cards.map(({ characterId, data }) => [characterId, { toJSON: () => parsedJson(data) }]))
      return characters.map((character) => ({ ...character, card: kept.get(character.id) ?? null }))
    })
    yield rows('lorebooks.jsonl', async (db, paging) => {
      const books = await db.select(LorebookTable, owned, { ...paging, columns: [...shown.lorebooks, 'data'] })
      const ofBooks = { lorebookId: oneOf(books.map(({ id }) => id)) }
      const uses = await db.select(LorebookUseTable, ofBooks, { columns: ['lorebookId', 'roomId', 'characterId'] })
      return books.map(({ data, ...book }) => ({
        ...book,
        uses: uses.filter(({ lorebookId }) => lorebookId === book.id),
        book: { toJSON: () => parsedJson(data) },
      }))
    })
    yield rows('personas.jsonl', (db, paging) => db.select(PersonaTable, owned, { ...paging, columns: shown.personas }))
    yield rows('likes.jsonl', (db, paging) => db.select(LikeTable, { userId }, { ...paging, columns: shown.likes }))
    yield rows('rooms.jsonl', (db, paging) => db.select(RoomTable, owned, { ...paging, columns: shown.rooms }))
    const entries = this.#entries(userId, async (isRoomDone) => onDone((done += isRoomDone ? 1 : 0)))
    yield { name: 'entries.jsonl', content: lines(entries) }
    const withoutEntry = { ...owned, entryIndex: null }
    yield rows('generations.jsonl', (db, paging) =>
      db.select(GenerationTable, withoutEntry, { ...paging, columns: shown.generations }),
    )
    yield rows('share-links.jsonl', (db, paging) =>
      db.select(ShareLinkTable, { ownerId: userId }, { ...paging, columns: shown.shareLinks }),
    )
    yield { name: 'images.jsonl', content: lines(this.#imageRows(userId, onPage)) }
    for await (const image of this.#images(userId)) {
      const file = await fileStore.open(image.id)
      try {
        if (file?.size === image.bytes) yield { name: nameOf(image), content: bytesOf(file) }
      } finally {
        await file?.close()
      }
      await onDone((done += 1))
    }
    yield { name: 'files.jsonl', content: lines(this.#fileRows(userId, onPage)) }
    for await (const uploaded of this.#uploaded(userId)) {
      const file = await fileStore.open(uploaded.id)
      try {
        if (file?.size === uploaded.bytes) yield { name: uploadedName(uploaded), content: bytesOf(file) }
      } finally {
        await file?.close()
      }
      await onDone((done += 1))
    }
    for await (const { characterId, form, fileId, fileBytes } of this.#cards(userId, onPage)) {
      const file = fileId === null ? undefined : await fileStore.open(fileId)
      try {
        if (file?.size === fileBytes)
          yield { name: `cards/${characterId}.${form === 'CHARX' ? 'zip' : 'png-chunks'}`, content: bytesOf(file) }
      } finally {
        await file?.close()
      }
    }
  }

  /** The cards of the account, without their texts. */
  async *#cards(userId: number, onPage: () => Promise<void>) {
    const characters = this.#rows(
      (db, paging) => db.select(CharacterTable, { ownerId: userId }, { ...paging, columns: ['id'] }),
      onPage,
    )
    for await (const { id: characterId } of characters) {
      const columns = ['characterId', 'form', 'fileId', 'fileBytes'] as const
      const card = await this.options.database.read((db) =>
        db.selectOne(CharacterCardTable, { characterId }, { columns }),
      )
      if (card) yield card
    }
  }

  #account(userId: number): Promise<object> {
    const where = { userId }
    return this.options.database.read(
      async (db) => ({
        ...(await db.selectOne(UserTable, { id: userId }, { columns: shown.users })),
        agreements: await db.select(TermsAgreementTable, where, { columns: shown.agreements }),
        identities: await db.select(SocialIdentityTable, where, { columns: shown.identities }),
        apiKeys: await db.select(ApiKeyTable, where, { columns: shown.apiKeys }),
        secondFactors: await db.select(SecondFactorTable, where, { columns: shown.secondFactors }),
        sessions: await db.select(SessionTable, where, { columns: shown.sessions }),
      }),
      longWork,
    )
  }

  async *#rows<Row extends PagedRow>(
    page: ReadPage<Row>,
    onPage: () => Promise<void>,
  ): AsyncGenerator<Row, void, undefined> {
    for (let after: Paging['after']; ;) {
      const paging: Paging = { orderBy: { id: 'asc' }, limit: pageSize, after }
      const found = await this.options.database.read((db) => page(db, paging), longWork)
      yield* found
      const last = found.at(-1)
      if (!last) return
      after = [last.id]
      await onPage()
    }
  }

  async *#entries(
    userId: number,
    onPage: (isRoomDone: boolean) => Promise<void>,
  ): AsyncGenerator<object, void, undefined> {
    const { chatLogs, rooms } = this.options
    const keys: ReadPage<RoomKey> = (db, paging) =>
      db.select(RoomTable, { ownerId: userId }, { ...paging, columns: roomKeyColumns })
    for await (const room of this.#rows(keys, () => onPage(false))) {
      const key = rooms.logRoom(room)
      let after = 0
      for (let hasMore = true; hasMore;) {
        const page = await pageOf(chatLogs, key, after)
        for (const entry of page.entries) yield exportedEntry(entry)
        after = page.entries.at(-1)?.index ?? after
        hasMore = page.hasMore
        await onPage(!hasMore)
      }
    }
  }

  #images(userId: number, onPage = () => Promise.resolve()) {
    const owned = { ownerId: userId }
    return this.#rows((db, paging) => db.select(ImageTable, owned, { ...paging, columns: shown.images }), onPage)
  }

  #uploaded(userId: number, onPage = () => Promise.resolve()) {
    const owned = { ownerId: userId }
    return this.#rows((db, paging) => db.select(FileTable, owned, { ...paging, columns: shown.files }), onPage)
  }

  /** `file` is null for a file whose bytes are lost or cut. */
  async *#fileRows(userId: number, onFile: () => Promise<void>) {
    for await (const uploaded of this.#uploaded(userId)) {
      const found = await this.options.fileStore.find(uploaded.id)
      yield { ...uploaded, file: found?.size === uploaded.bytes ? uploadedName(uploaded) : null }
      await onFile()
    }
  }

  /** `file` is null for an image whose file is lost or cut. */
  async *#imageRows(userId: number, onImage: () => Promise<void>) {
    for await (const image of this.#images(userId)) {
      const found = await this.options.fileStore.find(image.id)
      yield { ...image, file: found?.size === image.bytes ? nameOf(image) : null }
      await onImage()
    }
  }
}

/** The ending of its name is that of the file, if a system would store it. */
const uploadedName = ({ id, name }: Pick<StoredFile, 'id' | 'name'>) =>
  `files/${id}${/^\.[A-Za-z\d]{1,10}$/.exec(extname(name))?.[0] ?? ''}`

const nameOf = ({ id, contentType }: Pick<Image, 'id' | 'contentType'>) =>
  `images/${id}.${contentType.slice('image/'.length)}`

const bytesOf = (file: OpenFile): AsyncIterable<Uint8Array> => file.read()

async function* lines(values: AsyncIterable<object> | Iterable<object>): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const value of values) yield Buffer.from(`${JSON.stringify(value)}\n`)
}

/** A room that was deleted in the meantime has no entries. */
async function pageOf(chatLogs: ChatLogStore, key: LogRoomKey, after: number) {
  try {
    return await chatLogs.page(key, { limit: pageSize, after, newestFirst: false })
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return { entries: [], hasMore: false }
    throw error
  }
}

import type { Database } from '../database/database.js'
import { moreThan } from '../database/statements/conditions.js'
import { ApiKeyTable } from '../database/tables/api-keys.js'
import { CharacterTable, LikeTable } from '../database/tables/characters.js'
import { ImageTable } from '../database/tables/images.js'
import { RoomTable } from '../database/tables/rooms.js'
import { SessionTable } from '../database/tables/sessions.js'
import { SocialIdentityTable } from '../database/tables/social-identities.js'
import { TermsAgreementTable, UserTable } from '../database/tables/users.js'
import type { Table } from '../database/define-table.js'
import { AppError } from '../errors.js'
import type { ChatLogStore, LogEntry, LogRoomKey } from '../ports/chat-log-store/chat-log-store.js'
import type { Image } from '../images/image.js'
import type { ImageStore, OpenImageFile } from '../ports/image-store/image-store.js'
import type { Rooms } from '../rooms/rooms.js'
import type { Allowance } from '../usage/allowance.js'
import type { ZipFile } from './zip.js'

export interface ExportFilesOptions {
  readonly database: Database
  readonly chatLogs: ChatLogStore
  readonly imageStore: ImageStore
  readonly rooms: Rooms
  readonly allowance: Allowance
}

/** A row of texts may have hundreds of kilobytes. */
const pageSize = 20
const imageColumns = ['id', 'contentType', 'bytes', 'width', 'height', 'createdAt'] as const
/** Columns that are secret, the canonical form of another one, or of operators. */
const unshown: readonly string[] = [
  ...['passwordHash', 'sessionVersion', 'usernameKey', 'emailKey', 'handleKey', 'nameKey', 'tagKeys'],
  'hiddenByAdmin',
]

/**
 * The files of an export, page by page (docs/reference/data-export.md). Nothing secret: no hash of a password, a token or a key.
 * `onDone` is called after each page of rows or entries, and each image.
 */
export class ExportFiles {
  constructor(private readonly options: ExportFilesOptions) {}

  /** The rooms and images of an account. */
  count(userId: number): Promise<number> {
    const where = { ownerId: userId }
    return this.options.database.read(
      async (db) => (await db.count(RoomTable, where)) + (await db.count(ImageTable, where)),
    )
  }

  async *of(userId: number, onDone: (done: number) => Promise<void>): AsyncGenerator<ZipFile, void, undefined> {
    const { database, allowance, imageStore } = this.options
    let done = 0
    const onPage = () => onDone(done)
    const account = await database.read(async (db) => {
      const where = { userId }
      return {
        ...(await db.selectOneOrThrow(UserTable, { id: userId })),
        agreements: await db.select(TermsAgreementTable, where),
        identities: await db.select(SocialIdentityTable, where),
        apiKeys: await db.select(ApiKeyTable, where, {
          columns: ['id', 'name', 'prefix', 'createdAt', 'lastUsedAt', 'expiresAt'],
        }),
        sessions: await db.select(SessionTable, where, {
          columns: ['id', 'userAgent', 'createdAt', 'lastUsedAt', 'expiresAt'],
        }),
      }
    })
    yield { name: 'account.json', content: lines([account]) }
    const usage = await allowance.usage({ kind: 'user', id: userId, role: 'USER' })
    yield { name: 'usage.json', content: lines([usage]) }
    yield { name: 'characters.jsonl', content: lines(this.#rows(CharacterTable, { ownerId: userId }, onPage)) }
    yield { name: 'likes.jsonl', content: lines(this.#rows(LikeTable, { userId }, onPage)) }
    yield { name: 'rooms.jsonl', content: lines(this.#rows(RoomTable, { ownerId: userId }, onPage)) }
    const entries = this.#entries(userId, async (isRoomDone) => onDone((done += isRoomDone ? 1 : 0)))
    yield { name: 'entries.jsonl', content: lines(entries) }
    yield { name: 'images.jsonl', content: lines(this.#imageRows(userId, onPage)) }
    for await (const image of this.#images(userId)) {
      const file = await imageStore.open(image.id)
      try {
        if (file) yield { name: nameOf(image), content: bytesOf(file) }
      } finally {
        await file?.close()
      }
      await onDone((done += 1))
    }
  }

  async *#rows<Row extends { readonly id: number }>(
    table: Table<Row>,
    where: object,
    onPage: () => Promise<void>,
  ): AsyncGenerator<Row, void, undefined> {
    for (let after = 0; ;) {
      const selection = { orderBy: { id: 'asc' }, limit: pageSize } as never
      const page = await this.options.database.read((db) =>
        db.select(table, { ...where, id: moreThan(after) } as never, selection),
      )
      yield* page as Row[]
      const last = page.at(-1) as Row | undefined
      if (!last) return
      after = last.id
      await onPage()
    }
  }

  async *#entries(
    userId: number,
    onPage: (isRoomDone: boolean) => Promise<void>,
  ): AsyncGenerator<LogEntry, void, undefined> {
    const { chatLogs, rooms } = this.options
    for await (const room of this.#rows(RoomTable, { ownerId: userId }, () => onPage(false))) {
      const key = rooms.logRoom(room)
      let after = 0
      for (let hasMore = true; hasMore;) {
        const page = await pageOf(chatLogs, key, after)
        yield* page.entries
        after = page.entries.at(-1)?.index ?? after
        hasMore = page.hasMore
        await onPage(!hasMore)
      }
    }
  }

  async *#images(userId: number) {
    for (let after = ''; ;) {
      const where = { ownerId: userId, id: moreThan(after) }
      const selection = { columns: imageColumns, orderBy: { id: 'asc' }, limit: pageSize } as const
      const page = await this.options.database.read((db) => db.select(ImageTable, where, selection))
      yield* page
      const last = page.at(-1)
      if (!last) return
      after = last.id
    }
  }

  /** `file` is null for an image whose file is lost. */
  async *#imageRows(userId: number, onImage: () => Promise<void>) {
    for await (const image of this.#images(userId)) {
      const isLost = (await this.options.imageStore.storedAt(image.id)) === undefined
      yield { ...image, file: isLost ? null : nameOf(image) }
      await onImage()
    }
  }
}

const nameOf = ({ id, contentType }: Pick<Image, 'id' | 'contentType'>) =>
  `images/${id}.${contentType.slice('image/'.length)}`

async function* bytesOf(file: OpenImageFile): AsyncGenerator<Uint8Array, void, undefined> {
  yield* file.read() as AsyncIterable<Uint8Array>
}

const shown = (key: string, value: unknown) => (unshown.includes(key) ? undefined : value)

async function* lines(values: AsyncIterable<object> | Iterable<object>): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const value of values) yield Buffer.from(`${JSON.stringify(value, shown)}\n`)
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

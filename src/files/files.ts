import { createHash, randomBytes } from 'node:crypto'
import { encodingNamed } from '@parley/documents'
import { AppError, badInput, type Logger, type ResultBytes } from '@parley/runtime'
import {
  type Connection,
  connection,
  type Database,
  lessThan,
  oneOf,
  type PageArgs,
  pageRequest,
  type Queries,
  selectCounted,
  selectPage,
} from '@parley/statements'
import { keptFiles } from '../database/statements/kept-files.js'
import { lockOwnAccount } from '../database/statements/own-account.js'
import { FileTable } from '../database/tables/files.js'
import { imageTarget } from '../deletion/purge.js'
import type { Purger } from '../deletion/purger.js'
import type { PurgeStore } from '../deletion/purge-store.js'
import type { Idempotency } from '../idempotency/idempotency.js'
import { limits } from '../limits.js'
import type { Passage } from '../passages/passage.js'
import type { Passages } from '../passages/passages.js'
import type { FileStore, OpenFile } from '../ports/file-store/file-store.js'
import type { Caller, UserCaller } from '../users/caller.js'
import { fileName, type StoredFile } from './file.js'

/** A file that is being uploaded. */
export interface FileUpload {
  readonly name: string
  /** As sent; unset without one. */
  readonly mediaType: string | undefined
  /** Of the whole upload. Throws what ends it, such as the end of the connection. */
  readonly parts: AsyncIterable<Uint8Array>
  /** A retry with it, the name and the same bytes returns the first file. */
  readonly idempotencyKey?: string | undefined
}

const dayMs = 24 * 60 * 60 * 1_000
const unknownType = 'application/octet-stream'
const filePage = selectPage(FileTable)
const countedFiles = selectCounted(FileTable)
/** Of one transaction of the sweep: foreign keys delete thousands of rows of texts with a file. */
const sweptFiles = 1
const quotesPerRead = 200

/** Uploaded files (docs/contract/files.md). Only their owner reads them: neither an administrator nor another person in the room. */
export class Files {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly store: FileStore
      readonly idempotency: Idempotency
      readonly passages: Pick<Passages, 'find' | 'page'>
      readonly purges: PurgeStore
      readonly purger: Pick<Purger, 'attempt'>
      /** Called when a file waits to be read. */
      readonly onWaiting: () => void
      readonly clock: () => number
      readonly log: Logger
    },
  ) {}

  /**
   * Stores a file of the caller, first the bytes, then the row; it is read afterwards. Without a message it is deleted after a day.
   * Throws BAD_USER_INPUT for an empty file and for a name that no file can have, CONFLICT beyond the files of an account and for a key that
   * was used with another file, and what the parts throw.
   */
  async store(caller: UserCaller, { name, mediaType, parts, idempotencyKey: key }: FileUpload): Promise<StoredFile> {
    const { database, store, idempotency, clock } = this.options
    requireName(name)
    // before its bytes arrive; again when it is stored
    await database.read((db) => requireQuota(db, caller.id, 0))
    const id = randomBytes(16).toString('base64url')
    const measured = new MeasuredParts(parts)
    await store.putParts(id, measured)
    const { bytes } = measured
    const row = { id, ownerId: caller.id, name, mediaType: mediaTypeOf(mediaType), bytes, state: 'READING' } as const
    let isKept = false
    try {
      if (bytes === 0) throw badInput('file', 'The file is empty')
      const call = { caller, operation: 'uploadFile', key, body: { name, digest: measured.digest() } }
      const { id: keptId } = await idempotency.once(call, async (db) => {
        await lockOwnAccount(db, caller)
        await requireQuota(db, caller.id, bytes)
        // strictly increasing for an account, so that it orders and pages the files
        const newestFirst = { columns: ['createdAt'], orderBy: { createdAt: 'desc' } } as const
        const newest = await db.selectOne(FileTable, { ownerId: caller.id }, newestFirst)
        const now = clock()
        await db.insert(FileTable, { ...row, createdAt: Math.max(now, (newest?.createdAt ?? 0) + 1), claimedAt: now })
        return id
      })
      isKept = keptId === id
      const file = await this.require(caller, keptId)
      if (isKept) this.options.onWaiting()
      return file
    } finally {
      if (!isKept) await this.#discard(id)
    }
  }

  /** A file of the caller; null for any other. */
  async find(caller: Caller, id: string): Promise<StoredFile | null> {
    if (caller.kind !== 'user' || id.includes('\0')) return null
    return (await this.options.database.read((db) => db.selectOne(FileTable, { id, ownerId: caller.id }))) ?? null
  }

  /** As `find`, but throws NOT_FOUND. */
  async require(caller: Caller, id: string): Promise<StoredFile> {
    const file = await this.find(caller, id)
    if (!file) throw new AppError('NOT_FOUND')
    return file
  }

  /** The files of the caller, the newest first. */
  async list({ id: ownerId }: UserCaller, page: PageArgs): Promise<Connection<StoredFile>> {
    const request = pageRequest(page)
    const selection = { where: { ownerId }, orderBy: { createdAt: 'desc' }, after: request.after } as const
    const rows = await this.options.database.read((db) => filePage(db, selection, request))
    return connection(request, rows, ({ createdAt }) => [createdAt])
  }

  /** Those of the caller in each of the rooms, by the numbers of their rows, the oldest first. */
  async ofRooms(caller: Caller, roomIds: readonly number[], bytes?: ResultBytes): Promise<StoredFile[][]> {
    if (caller.kind !== 'user') return roomIds.map(() => [])
    const where = { roomId: oneOf(roomIds), ownerId: caller.id }
    const found = await this.options.database.read((db) => countedFiles(db, { where }, bytes))
    const inOrder = [...found].sort((one, other) => one.createdAt - other.createdAt)
    return roomIds.map((id) => inOrder.filter(({ roomId }) => roomId === id))
  }

  /** The text of a file, in the passages that a model reads; none while it is being read. */
  async passagesOf({ id, state }: Pick<StoredFile, 'id' | 'state'>, page: PageArgs): Promise<Connection<Passage>> {
    const request = pageRequest(page)
    const [last] = request.after ?? []
    const from = last === undefined ? 0 : last + 1
    const isReadable = state === 'WHOLE' || state === 'IN_PART'
    // a further one shows whether more follow
    const found = isReadable ? await this.options.passages.page(id, { from, count: request.limit + 1 }) : []
    const rows = found.slice(0, request.limit)
    request.bytes?.add(rows.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0))
    return connection(request, { rows, hasMore: found.length > rows.length }, ({ ordinal }) => [ordinal])
  }

  /** The texts of passages of files of the caller, in the same order; null for those of any other file, and of one that is deleted. */
  async quotes(
    caller: Caller,
    places: readonly Pick<Passage, 'fileId' | 'ordinal'>[],
    bytes?: ResultBytes,
  ): Promise<(string | null)[]> {
    if (caller.kind !== 'user') return places.map(() => null)
    const where = { id: oneOf([...new Set(places.map(({ fileId }) => fileId))]), ownerId: caller.id }
    const own = await this.options.database.read((db) => db.select(FileTable, where, { columns: ['id'] }))
    const ids = new Set(own.map(({ id }) => id))
    const texts: (string | null)[] = []
    // counted while they are read
    for (let at = 0; at < places.length; at += quotesPerRead) {
      const found = await this.options.passages.find(places.slice(at, at + quotesPerRead))
      const some = found.map((passage) => (passage && ids.has(passage.fileId) ? passage.text.trim() : null))
      bytes?.add(some.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0))
      texts.push(...some)
    }
    return texts
  }

  /** The bytes of a file of the caller, which must be closed. Throws NOT_FOUND for any other file, and when they are lost. */
  async open(caller: Caller, id: string): Promise<OpenFile & { readonly name: string }> {
    const { name, bytes } = await this.require(caller, id)
    const file = await this.openWhole({ id, bytes })
    if (!file) throw new AppError('NOT_FOUND')
    return { ...file, name }
  }

  /** Undefined, with a log line, for a file whose bytes are lost or cut. */
  async openWhole({ id, bytes }: Pick<StoredFile, 'id' | 'bytes'>): Promise<OpenFile | undefined> {
    const { store, log } = this.options
    const file = await store.open(id)
    if (file?.size === bytes) return file
    await file?.close()
    const advice = 'restore it from a backup; npm run doctor lists all such files'
    log.warn({ fileId: id, bytes, found: file?.size ?? null, advice }, 'file.lost')
    return undefined
  }

  /** Deletes a file of the caller, with its text, in every place where it was sent. Throws NOT_FOUND for any other. */
  async remove(caller: UserCaller, id: string): Promise<StoredFile> {
    const { database, purges, purger } = this.options
    const file = await this.require(caller, id)
    const lease = await database.write(async (db) => {
      if ((await db.delete(FileTable, { id, ownerId: caller.id })) === 0) throw new AppError('NOT_FOUND')
      return purges.add(db, [imageTarget(id)])
    })
    await purger.attempt(lease)
    return file
  }

  /**
   * Reads a file of characters again in another encoding. Throws NOT_FOUND for a file that is not the caller's, BAD_USER_INPUT for an unknown
   * encoding and for a file without one, CONFLICT while it is being read.
   */
  async setEncoding(caller: UserCaller, id: string, name: string): Promise<StoredFile> {
    const chosenEncoding = encodingNamed(name)
    if (chosenEncoding === undefined) throw badInput('encoding', 'Not the name of a known encoding')
    const file = await this.require(caller, id)
    if (file.state === 'READING')
      throw new AppError('CONFLICT', { message: `The file ${file.name} is still being read` })
    if (file.encoding === null) throw badInput('encoding', 'A file of this format has no encoding')
    const again = { chosenEncoding, state: 'READING', missing: null, reason: null, attempts: 0, leaseUntil: 0 } as const
    const asFound = { id, ownerId: caller.id, state: file.state }
    await this.options.database.write((db) => db.update(FileTable, asFound, again))
    this.options.onWaiting()
    return this.require(caller, id)
  }

  /** The ids of the files of an account, for the transaction that deletes the account and the rows. */
  async idsOf(db: Queries, ownerId: number): Promise<string[]> {
    return (await db.select(FileTable, { ownerId }, { columns: ['id'] })).map(({ id }) => id)
  }

  /** Deletes the files that belong to no message for a day. */
  async sweep(): Promise<void> {
    const { database, purges, purger, clock } = this.options
    for (;;) {
      const claimedAt = lessThan(clock() - dayMs)
      // also those of a message whose reply has failed, so that no entry has them
      const unsent = [
        { roomId: null, claimedAt },
        { firstEntry: null, claimedAt },
      ] as const
      const lease = await database.write(async (db) => {
        // a message that claims one waits for this, and then does not find it
        const selection = { columns: ['id'], limit: sweptFiles, lock: 'update' } as const
        const ids = (await db.select(FileTable, unsent, selection)).map(({ id }) => id)
        if (ids.length === 0) return undefined
        await db.delete(FileTable, { id: oneOf(ids) })
        return purges.add(db, ids.map(imageTarget))
      })
      if (!lease) return
      await purger.attempt(lease)
    }
  }

  /** The sweep deletes what remains. */
  async #discard(id: string): Promise<void> {
    const { store, log } = this.options
    await store.delete(id).catch((error: unknown) => log.warn({ err: error, fileId: id }, 'file.removal_failed'))
  }
}

/** Throws CONFLICT when an account may not have a further file of so many bytes. */
async function requireQuota(db: Queries, ownerId: number, more: number): Promise<void> {
  const { count, bytes } = await keptFiles(db, ownerId)
  if (count >= limits.files) throw new AppError('CONFLICT', { message: `An account has at most ${limits.files} files` })
  if (bytes + more > limits.keptFileBytes)
    throw new AppError('CONFLICT', { message: 'The files of an account have at most 1 GiB' })
}

function requireName(name: string): void {
  const { error } = fileName.safeParse(name)
  const [issue] = error?.issues ?? []
  if (issue) throw badInput('name', issue.message)
}

/** A media type without its parameters, in lower case. */
function mediaTypeOf(sent = unknownType): string {
  const type = sent.split(';')[0]?.trim().toLowerCase() ?? ''
  return type.length <= 100 && /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : unknownType
}

/** Counts and digests parts as they pass. */
class MeasuredParts implements AsyncIterable<Uint8Array> {
  bytes = 0
  readonly #hash = createHash('sha256')

  constructor(private readonly parts: AsyncIterable<Uint8Array>) {}

  digest(): string {
    return this.#hash.digest('hex')
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const part of this.parts) {
      this.bytes += part.length
      this.#hash.update(part)
      yield part
    }
  }
}

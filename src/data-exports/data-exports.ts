import { hash, randomBytes, randomUUID } from 'node:crypto'
import { AppError, type Logger } from '@parley/runtime'
import { background, type Database, lessThan, not, type Queries } from '@parley/statements'
import { requireSession } from '../database/statements/own-account.js'
import { DataExportTable } from '../database/tables/data-exports.js'
import { UserTable } from '../database/tables/users.js'
import type { AccountNotices } from '../account-notices/account-notices.js'
import type { ChangeOrigin } from '../account-notices/client-words.js'
import type { FileStore, OpenFile } from '../ports/file-store/file-store.js'
import type { UserCaller } from '../users/caller.js'
import type { DataExport } from './data-export.js'
import type { ExportFiles } from './export-files.js'
import { zip } from './zip.js'

const dayMs = 24 * 60 * 60 * 1_000
/** Between the beginnings of two exports of an account. */
const pauseMs = 60 * 60 * 1_000
const leaseMs = 30_000
const tickMs = 2_000
const mostAttempts = 5
const partBytes = 8_388_608

/**
 * Exports of the data of accounts, one at a time in each instance (docs/reference/data-export.md). Beside the newest
 * one an account has at most one that is READY: it is deleted when the newest one is READY.
 */
export class DataExports {
  readonly #owner = randomUUID()
  #isStopping = false

  constructor(
    private readonly options: {
      readonly database: Database
      readonly store: FileStore
      readonly files: ExportFiles
      readonly notices: Pick<AccountNotices, 'add' | 'deliver' | 'originOf'>
      readonly clock: () => number
      readonly log: Logger
      /** What links begin with (`PUBLIC_URL`). */
      readonly publicUrl: string
    },
  ) {}

  /**
   * Begins an export, or returns the running one. When it is READY it replaces an earlier one. Throws RATE_LIMITED with
   * `retryAfterMs` in the hour after the beginning of the last one.
   */
  async start(caller: UserCaller, origin: ChangeOrigin): Promise<DataExport> {
    const { database, notices, clock } = this.options
    const { id: userId } = caller
    return database.write(async (db) => {
      await lockCaller(db, caller)
      const now = clock()
      const last = await newest(db, userId)
      if (last?.status === 'RUNNING') return last
      if (last && now < last.createdAt + pauseMs)
        throw new AppError('RATE_LIMITED', { retryAfterMs: last.createdAt + pauseMs - now })
      await db.delete(DataExportTable, { userId, status: 'FAILED' })
      const begun: DataExport = {
        id: randomUUID(),
        userId,
        status: 'RUNNING',
        owner: '',
        leaseUntil: 0,
        attempts: 0,
        fileKey: newKey(),
        parts: 0,
        bytes: 0,
        done: 0,
        total: 0,
        linkHash: null,
        ...notices.originOf(origin),
        createdAt: now,
        expiresAt: now + dayMs,
      }
      await db.insert(DataExportTable, { ...begun })
      return begun
    })
  }

  /** The newest export of the caller; null without one, and after its deletion. */
  async find({ id: userId }: UserCaller): Promise<DataExport | null> {
    return (await this.options.database.read((db) => newest(db, userId))) ?? null
  }

  /** A link for one download, in place of the one before. Throws NOT_FOUND without an export that is ready. */
  async link(caller: UserCaller): Promise<{ readonly url: string; readonly expiresAt: number }> {
    const { database, clock, publicUrl } = this.options
    const { id: userId } = caller
    const token = randomBytes(32).toString('base64url')
    return database.write(async (db) => {
      await lockCaller(db, caller)
      const ready = await db.selectOne(DataExportTable, { userId, status: 'READY' })
      if (!ready || ready.expiresAt <= clock()) throw new AppError('NOT_FOUND')
      const change = { linkHash: hash('sha256', token) }
      if ((await db.update(DataExportTable, { id: ready.id }, change)) === 0) throw new AppError('NOT_FOUND')
      return { url: `${publicUrl}/data-export?token=${token}`, expiresAt: ready.expiresAt }
    })
  }

  /** Whether a link leads to an archive now. */
  async has(token: string): Promise<boolean> {
    return (await this.#linked(token)) !== undefined
  }

  /**
   * Uses a link up, unless the store fails; undefined for one that is used, replaced, ended, expired or unknown. The
   * caller must read the archive.
   */
  async open(token: string): Promise<{ readonly size: number; read(): AsyncIterable<Uint8Array> } | undefined> {
    const { database } = this.options
    const found = await this.#linked(token)
    if (!found) return undefined
    const { linkHash } = found
    // a store that fails now leaves the link
    const first = await this.#part(found, 0)
    let isUsed = false
    try {
      const own = { id: found.id, linkHash }
      // of two requests at once, one finds it
      isUsed = await database.write(async (db) => (await db.update(DataExportTable, own, { linkHash: null })) === 1)
    } finally {
      if (!isUsed) await first.close()
    }
    return isUsed ? { size: found.bytes, read: () => this.#read(found, first) } : undefined
  }

  async #linked(token: string): Promise<DataExport | undefined> {
    const { database, clock } = this.options
    const link = { linkHash: hash('sha256', token), status: 'READY' } as const
    const found = await database.read((db) => db.selectOne(DataExportTable, link))
    return found && found.expiresAt > clock() ? found : undefined
  }

  /** The names of the files of a user, for the transaction that deletes the user and the rows. */
  async filesOf(db: Queries, userId: number): Promise<string[]> {
    // an instance that writes another part finds no row after this transaction, and deletes the part
    const selection = { columns: ['fileKey', 'parts'], orderBy: { createdAt: 'desc' }, lock: 'update' } as const
    const exports = await db.select(DataExportTable, { userId }, selection)
    return exports.flatMap(({ fileKey, parts }) => Array.from({ length: parts }, (_, n) => partName(fileKey, n)))
  }

  /** Writes the exports that no instance writes. Errors are logged; a crash leaves one to a round of any instance. */
  async round(): Promise<void> {
    for (let claimed = await this.#claim(); claimed; claimed = await this.#claim()) await this.#attempt(claimed)
  }

  async #attempt(claimed: DataExport): Promise<void> {
    try {
      await this.#write(claimed)
    } catch (error) {
      if (error instanceof LostExport) return
      this.options.log.warn({ exportId: claimed.id, attempts: claimed.attempts, err: error }, 'data_export.deferred')
      if (claimed.attempts >= mostAttempts) await this.#change(claimed, { status: 'FAILED' })
    }
  }

  /** The export that is being written stops at its next page; another start or instance begins it again. */
  stop(): void {
    this.#isStopping = true
  }

  async #claim(): Promise<DataExport | undefined> {
    const { database, files, clock } = this.options
    const now = clock()
    const free = { status: 'RUNNING', leaseUntil: lessThan(now) } as const
    const found = await database.read(
      (db) => db.selectOne(DataExportTable, free, { orderBy: { createdAt: 'asc' } }),
      background,
    )
    if (!found || this.#isStopping) return undefined
    const { id, leaseUntil, attempts } = found
    const asFound = { id, leaseUntil, attempts, status: 'RUNNING' } as const
    if (attempts >= mostAttempts) {
      // its last instance crashed
      await database.write((db) => db.update(DataExportTable, asFound, { status: 'FAILED' }), background)
      return undefined
    }
    const total = (await files.count(found.userId)) + 1
    const fresh = { fileKey: newKey(), parts: 0, bytes: 0, done: 0, total }
    const change = { ...fresh, owner: this.#owner, leaseUntil: now + leaseMs, attempts: attempts + 1 }
    const changed = await database.write((db) => db.update(DataExportTable, asFound, change), background)
    if (changed !== 1) return undefined
    // the files of an attempt whose instance crashed
    if (attempts > 0) await this.#discard(found.fileKey, found.parts)
    return { ...found, ...change }
  }

  async #write(claimed: DataExport): Promise<void> {
    const { store, files, notices, clock } = this.options
    let tickedAt = clock()
    let state = { done: 0, parts: 0, bytes: 0 }
    const save = async (change: Partial<typeof state>) => {
      state = { ...state, ...change }
      tickedAt = clock()
      if (this.#isStopping) await this.#change(claimed, { leaseUntil: 0, attempts: claimed.attempts - 1 })
      const isLeased = await this.#change(claimed, { ...state, leaseUntil: tickedAt + leaseMs })
      if (!isLeased || this.#isStopping) throw new LostExport()
    }
    const onDone = async (done: number) => {
      // each part of the archive saves it too
      state = { ...state, done }
      if (clock() - tickedAt >= tickMs || this.#isStopping) await save({})
    }
    try {
      for await (const part of inParts(zip(files.of(claimed.userId, onDone)))) {
        // renewed before the store is asked, which may take as long as the lease
        await save({})
        await store.put(partName(claimed.fileKey, state.parts), part)
        await save({ parts: state.parts + 1, bytes: state.bytes + part.length })
      }
    } catch (error) {
      await this.#discard(claimed.fileKey, state.parts)
      throw error
    }
    const { id, userId, total: done } = claimed
    await this.options.database.write(async (db) => {
      await lockUser(db, userId)
      const isLeased = await this.#update(db, claimed, { ...state, status: 'READY', done, expiresAt: clock() + dayMs })
      if (!isLeased) return
      // the earlier export; the sweep deletes its files
      await db.delete(DataExportTable, { userId, id: not(id) })
      const account = await db.selectOne(UserTable, { id: userId })
      const { client, network, language } = claimed
      const origin = { client, network, language }
      if (account) await notices.add(db, { account, kind: 'export_ready', origin })
    })
    notices.deliver()
  }

  /** Deletes the files of an attempt that ended early. The sweep deletes what remains. */
  async #discard(fileKey: string, last: number): Promise<void> {
    const { store, log } = this.options
    try {
      for (let n = 0; n <= last; n += 1) await store.delete(partName(fileKey, n))
    } catch (error) {
      log.warn({ err: error, fileKey }, 'data_export.removal_failed')
    }
  }

  /** False when the export was deleted, or another instance writes it. */
  #change(claimed: DataExport, change: Partial<DataExport>): Promise<boolean> {
    return this.options.database.write((db) => this.#update(db, claimed, change), background)
  }

  async #update(db: Queries, { id, attempts }: DataExport, change: Partial<DataExport>): Promise<boolean> {
    const own = { id, attempts, owner: this.#owner, status: 'RUNNING' } as const
    return (await db.update(DataExportTable, own, change)) === 1
  }

  async #part({ fileKey }: DataExport, n: number): Promise<OpenFile> {
    const file = await this.options.store.open(partName(fileKey, n))
    if (!file) throw new Error('a part of a data export is lost')
    return file
  }

  async *#read(found: DataExport, first: OpenFile): AsyncGenerator<Uint8Array, void, undefined> {
    for (let n = 0; n < found.parts; n += 1) {
      const file = n === 0 ? first : await this.#part(found, n)
      try {
        const pieces: AsyncIterable<Uint8Array> = file.read()
        yield* pieces
      } finally {
        await file.close()
      }
    }
  }
}

/** The export was deleted, is written by another instance, or is left to another instance. */
class LostExport extends Error {}

/** The name of a file in the file store. No image has such an id, so no public address serves it. */
const partName = (fileKey: string, n: number): string => `export-${fileKey}-${String(n)}`

/** One transaction at a time begins an export of a user, replaces the earlier one or makes a link. */
const lockUser = (db: Queries, id: number) =>
  db.selectOne(UserTable, { id }, { columns: ['sessionVersion'], lock: 'no key update' })

async function lockCaller(db: Queries, caller: UserCaller): Promise<void> {
  const user = await lockUser(db, caller.id)
  if (!user) throw new AppError('UNAUTHENTICATED')
  await requireSession(db, caller, user)
}

const newest = (db: Queries, userId: number) =>
  db.selectOne(DataExportTable, { userId }, { orderBy: { createdAt: 'desc' } })

const newKey = () => randomBytes(16).toString('base64url')

async function* inParts(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let chunks: Buffer[] = []
  let length = 0
  for await (const chunk of bytes) {
    chunks.push(chunk)
    length += chunk.length
    if (length < partBytes) continue
    yield Buffer.concat(chunks)
    chunks = []
    length = 0
  }
  yield Buffer.concat(chunks)
}

import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type DocumentReader, DocumentRefused, type DocumentText } from '@parley/documents'
import { AppError, type Logger, repeat } from '@parley/runtime'
import { background, type Database, lessThan, longWork } from '@parley/statements'
import { FileTable } from '../database/tables/files.js'
import type { Passages } from '../passages/passages.js'
import type { StoredFile, UnreadableReason } from './file.js'
import type { Files } from './files.js'

const leaseMs = 60_000
const renewMs = 10_000
/** How often reading a file may be interrupted by a crash before it counts as unreadable. */
const mostAttempts = 2
/** How long a file waits whose bytes or passages a store has refused. */
const pauseMs = 10_000
/** The files among which the next one is chosen. */
const candidates = 100

/** What a reading changes in the row of its file. */
type Outcome = Pick<StoredFile, 'state'> & Partial<StoredFile>

/**
 * Reads the files that wait, one at a time in each instance; the accounts have their turns one after the other. A crash leaves a file to
 * any instance, which begins again.
 */
export class FileReading {
  readonly #stopping = new AbortController()
  #lastOwner = 0
  #round: Promise<void> | undefined
  #isWanted = false
  /** Whether leases of an earlier process are still to be ended. */
  #mustExpireLeases = false

  constructor(
    private readonly options: {
      readonly database: Database
      readonly files: Pick<Files, 'openWhole'>
      readonly passages: Passages
      readonly reader: DocumentReader
      readonly clock: () => number
      readonly log: Logger
    },
  ) {}

  /**
   * Reads what waits, also what another instance has left, until the returned function is called. `alone`: no other process uses the store,
   * so any existing lease belongs to a process that has died.
   */
  start({ everyMs, alone }: { everyMs: number; alone: boolean }): () => Promise<void> {
    this.#mustExpireLeases = alone
    const stopRounds = repeat(() => this.round(), { everyMs, isAtOnce: true })
    return async () => {
      this.#stopping.abort()
      await stopRounds()
      await this.options.reader.stop()
      await this.idle()
    }
  }

  /** Reads what waits; a running round goes on until nothing does. */
  round(): Promise<void> {
    this.#isWanted = true
    this.#round ??= this.#readAll().finally(() => (this.#round = undefined))
    return this.#round
  }

  /** Resolves when nothing is being read here. */
  async idle(): Promise<void> {
    while (this.#round) await this.#round
  }

  async #readAll(): Promise<void> {
    try {
      if (this.#mustExpireLeases) await this.#expireLeases()
      while (this.#isWanted && !this.#stopping.signal.aborted) {
        this.#isWanted = false
        for (let file = await this.#claim(); file; file = await this.#claim()) await this.#read(file)
      }
    } catch (error) {
      // the database is unavailable: the next round goes on
      this.options.log.warn({ err: error }, 'files.deferred')
    }
  }

  async #expireLeases(): Promise<void> {
    await this.options.database.write((db) => db.update(FileTable, { state: 'READING' }, { leaseUntil: 0 }), background)
    this.#mustExpireLeases = false
  }

  /** The oldest file of the next account that waits. */
  async #claim(): Promise<StoredFile | undefined> {
    const { database, clock } = this.options
    while (!this.#stopping.signal.aborted) {
      const now = clock()
      const free = { state: 'READING', leaseUntil: lessThan(now) } as const
      const oldest = { orderBy: { createdAt: 'asc' }, limit: candidates } as const
      const waiting = await database.read((db) => db.select(FileTable, free, oldest), background)
      const [file] = waiting.toSorted((one, other) => this.#turnOf(one) - this.#turnOf(other))
      if (!file) return undefined
      this.#lastOwner = file.ownerId
      const { id, lease, attempts } = file
      if (attempts >= mostAttempts) {
        // the instances that read it have crashed
        await this.#end(file, unreadable('interrupted'))
        continue
      }
      const change = { lease: randomUUID(), leaseUntil: now + leaseMs, attempts: attempts + 1 }
      const asFound = { id, lease, attempts, state: 'READING' } as const
      // of two instances one finds it
      const claimed = await database.write((db) => db.update(FileTable, asFound, change), background)
      if (claimed === 1) return { ...file, ...change }
    }
    return undefined
  }

  /** Accounts have turns in the order of their ids. */
  #turnOf({ ownerId }: StoredFile): number {
    return ownerId > this.#lastOwner ? ownerId - this.#lastOwner : Number.MAX_SAFE_INTEGER - this.#lastOwner + ownerId
  }

  async #read(file: StoredFile): Promise<void> {
    const { passages, log } = this.options
    const lost = new AbortController()
    const renew = async () => {
      // one that fails is tried again before the lease ends
      if (!(await this.#change(file, { leaseUntil: this.options.clock() + leaseMs }).catch(() => true))) lost.abort()
    }
    const stopRenewing = repeat(renew, { everyMs: renewMs })
    const signal = AbortSignal.any([this.#stopping.signal, lost.signal])
    try {
      const text = await this.#textOf(file, signal)
      signal.throwIfAborted()
      if (typeof text !== 'string') await passages.write(file.id, text.blocks)
      await this.#end(file, typeof text === 'string' ? unreadable(text) : readable(text))
    } catch (error) {
      const isDeleted = error instanceof AppError && error.code === 'NOT_FOUND'
      if (!signal.aborted && !isDeleted)
        log.warn({ err: error, fileId: file.id, attempts: file.attempts }, 'file.deferred')
      const isStopped = this.#stopping.signal.aborted
      const leaseUntil = isStopped ? 0 : this.options.clock() + pauseMs
      await this.#change(file, { leaseUntil, attempts: file.attempts - 1 })
    } finally {
      void stopRenewing()
    }
  }

  /** The text of a file, or why it has none. */
  async #textOf(file: StoredFile, signal: AbortSignal): Promise<DocumentText | UnreadableReason> {
    const { files, reader } = this.options
    const { name, mediaType, chosenEncoding } = file
    const opened = await files.openWhole(file)
    if (!opened) return 'lost'
    try {
      const bytes = await buffer(opened.read())
      return await reader.readDocument(bytes, { name, mediaType, encoding: chosenEncoding ?? undefined }, signal)
    } catch (error) {
      if (error instanceof DocumentRefused) return error.reason
      throw error
    } finally {
      await opened.close()
    }
  }

  async #end(file: StoredFile, outcome: Outcome): Promise<void> {
    await this.#change(file, { ...outcome, leaseUntil: 0 })
  }

  /** False when the file was deleted, or another instance reads it. */
  async #change({ id, lease }: StoredFile, change: Partial<StoredFile>): Promise<boolean> {
    const own = { id, lease, state: 'READING' } as const
    return (await this.options.database.write((db) => db.update(FileTable, own, change), longWork)) === 1
  }
}

const blankLine = 2

function readable({ format, encoding, pages, blocks, missing }: DocumentText): Outcome {
  const letters = blocks.reduce((sum, { text }) => sum + text.length, 0)
  return {
    state: missing.length === 0 ? 'WHOLE' : 'IN_PART',
    format,
    encoding: encoding?.name ?? null,
    encodingIsGuess: encoding?.isGuess ?? false,
    pages: pages ?? null,
    characters: letters + blankLine * Math.max(0, blocks.length - 1),
    missing: missing.length === 0 ? null : missing,
    reason: null,
  }
}

const unreadable = (reason: UnreadableReason): Outcome => ({ state: 'UNREADABLE', reason })

import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { histogram, inThisContext } from '@parley/runtime'
import type { Queries } from '../queries/queries.js'
import { Statement } from '../queries/statement.js'
import { committed } from '../queries/committed.js'
import { endsTransaction, isLocked } from '../translate-error.js'

type Work<T> = (db: Queries) => Promise<T>

export interface WriteOptions {
  /**
   * Whether the write is answered before SQLite has flushed it: a later flushed write makes it durable. The end of the
   * process keeps it, a power loss can undo it. PostgreSQL flushes it too.
   */
  readonly mayBeUndone?: boolean
}

interface Waiting extends Required<WriteOptions> {
  /** Does the work. The returned function resolves the caller's promise; call it after the commit. */
  readonly attempt: Work<() => void>
  readonly reject: (error: unknown) => void
  readonly since: number
}

/** Gets the waits for another process that has locked the file. */
export interface FileWaits {
  /** `waiting` writes wait, the first of them for `ms`. */
  waits(waiting: number, ms: number): void
  /** A write has begun. */
  ended(): void
}

/** The error of a failed batch; all its writes are rolled back. */
class BrokenBatch extends Error {}

/** Another process has locked the file: no write has begun. */
class LockedFile extends Error {}

const commitWrites = histogram({
  name: 'parley_commit_writes',
  help: 'Writes that shared one commit of SQLite.',
  buckets: [1, 2, 4, 8, 16, 32, 64],
})

const writesPerCommit = 64
/** How long the writes of one commit hold the thread, in milliseconds: the last one begins within it. */
const batchMs = 10
/** How long a write waits for a file that another process has locked, and between two tries, in milliseconds. */
const [lockMs, tryMs] = [4_500, 10]

/**
 * The writes of one SQLite connection, in order. Each is atomic, and is acknowledged when it is durable. Writes that
 * wait during a commit share the next commit, each in its own savepoint. While another process has locked the file they
 * wait by a timer, for 4.5 seconds at most: SQLite itself would wait on this thread.
 */
export class GroupCommit {
  #waiting: Waiting[] = []
  #draining: Promise<void> | undefined
  readonly #between: (() => Promise<void>)[] = []
  /** Not in the trace of the write that began it: it runs those of all. */
  readonly #drain = inThisContext(() => this.#drainWaiting())

  constructor(
    private readonly db: Queries,
    private readonly options: {
      /** Resolves when a transaction may begin. */
      readonly ready: () => Promise<void>
      /** Makes the commits durable. */
      readonly flush: () => Promise<void>
      readonly waits?: FileWaits | undefined
    },
  ) {}

  run<T>(work: Work<T>, { mayBeUndone = false }: WriteOptions = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      const attempt = inThisContext(async (db: Queries) => {
        const value = await work(db)
        return () => resolve(value)
      })
      this.#waiting.push({ attempt, reject, mayBeUndone, since: performance.now() })
      this.#draining ??= this.#drain()
    })
  }

  /** Calls `work` while no transaction is open; none begins before it ends. It must not reject. */
  between(work: () => Promise<void>): void {
    this.#between.push(work)
    this.#draining ??= this.#drain()
  }

  /** Resolves when no write waits. */
  async idle(): Promise<void> {
    await this.#draining
  }

  async #drainWaiting(): Promise<void> {
    while (this.#waiting.length > 0 || this.#between.length > 0) {
      // a transaction blocks this thread, so incoming requests are read first
      await setImmediate()
      for (const work of this.#between.splice(0)) await work()
      if (this.#waiting.length === 0) continue
      await this.options.ready()
      const batch = this.#waiting.splice(0, writesPerCommit)
      const error = batch.length === 1 ? await this.#oneByOne(batch) : await this.#together(batch)
      if (error) await this.#waitForFile(error.cause)
    }
    // no await since the last check, so no write can be missed
    this.#draining = undefined
  }

  /** Returns the error of a locked file; the writes that have not begun then wait again. */
  async #oneByOne(writes: readonly Waiting[]): Promise<LockedFile | undefined> {
    for (const [index, write] of writes.entries()) {
      try {
        const answer = await this.#commit([write], write.attempt)
        answer()
      } catch (error) {
        if (error instanceof LockedFile) return this.#putBack(writes.slice(index), error)
        write.reject(error)
      }
    }
    return undefined
  }

  /** As `#oneByOne`. Writes that have no time in this commit wait for the next one. */
  async #together(writes: readonly Waiting[]): Promise<LockedFile | undefined> {
    const begun: Waiting[] = []
    try {
      const answers = await this.#commit(begun, async (db) => {
        const given: (() => void)[] = []
        const since = performance.now()
        for (const write of writes) {
          if (begun.length > 0 && performance.now() - since >= batchMs) break
          begun.push(write)
          given.push(await inSavepoint(db, write))
        }
        return given
      })
      for (const answer of answers) answer()
      this.#waiting.unshift(...writes.slice(begun.length))
    } catch (error) {
      if (error instanceof LockedFile) return this.#putBack(writes, error)
      // only one write failed, so each is run again in its own transaction
      if (error instanceof BrokenBatch) return this.#oneByOne(writes)
      // when the transaction could not begin, none of them can
      const failed = begun.length > 0 ? begun.length : writes.length
      for (const { reject } of writes.slice(0, failed)) reject(error)
      this.#waiting.unshift(...writes.slice(failed))
    }
    return undefined
  }

  #putBack(writes: readonly Waiting[], error: LockedFile): LockedFile {
    this.#waiting.unshift(...writes)
    return error
  }

  /** Until the next try. Writes that have waited for long enough fail with the error of SQLite. */
  async #waitForFile(error: unknown): Promise<void> {
    const now = performance.now()
    const [first] = this.#waiting
    if (first) this.options.waits?.waits(this.#waiting.length, now - first.since)
    const isLate = ({ since }: Waiting) => now - since >= lockMs
    const late = this.#waiting.filter(isLate)
    this.#waiting = this.#waiting.filter((write) => !isLate(write))
    for (const { reject } of late) reject(error)
    if (this.#waiting.length > 0) await sleep(tryMs)
  }

  /**
   * Flushes the commit unless all of its writes may be undone. Requests are served meanwhile. `work` may add the writes that it
   * does.
   */
  async #commit<T>(writes: readonly Waiting[], work: Work<T>): Promise<T> {
    await this.#begin()
    const result = await committed(
      (sql) => execute(this.db, sql),
      () => work(this.db),
    )
    commitWrites.observe(writes.length)
    if (!writes.every(({ mayBeUndone }) => mayBeUndone)) await this.options.flush()
    return result
  }

  async #begin(): Promise<void> {
    try {
      await execute(this.db, 'BEGIN IMMEDIATE')
    } catch (error) {
      throw isLocked(error) ? new LockedFile('another process has locked the file', { cause: error }) : error
    }
    this.options.waits?.ended()
  }
}

/** A failed write rolls back only its own work, unless SQLite has ended the whole transaction. */
async function inSavepoint(db: Queries, { attempt, reject }: Waiting): Promise<() => void> {
  await execute(db, 'SAVEPOINT one_write')
  try {
    const answer = await attempt(db)
    await execute(db, 'RELEASE one_write')
    return answer
  } catch (error) {
    if (endsTransaction(error)) throw new BrokenBatch('a write has ended the transaction', { cause: error })
    await execute(db, 'ROLLBACK TO one_write')
    await execute(db, 'RELEASE one_write')
    return () => reject(error)
  }
}

async function execute(db: Queries, sql: string): Promise<void> {
  await db.run(new Statement(db.driver, sql))
}

import { setImmediate } from 'node:timers/promises'
import { commitWrites } from '../metrics/stores.js'
import { inThisContext } from '../tracing/spans.js'
import type { Queries } from './statements/queries.js'
import { Statement } from './statements/statement.js'
import { endsTransaction } from './translate-error.js'

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
}

/** The error of a failed batch; all its writes are rolled back. */
class BrokenBatch extends Error {}

const writesPerCommit = 64

/**
 * The writes of one SQLite connection, in order. Each is atomic, and is acknowledged when it is durable. Writes that
 * wait during a commit share the next commit, each in its own savepoint.
 */
export class GroupCommit {
  #waiting: Waiting[] = []
  #draining: Promise<void> | undefined
  /** Not in the trace of the write that began it: it runs those of all. */
  readonly #drain = inThisContext(() => this.#drainWaiting())
  /** As the connection is opened. */
  #synchronous = 'FULL'

  constructor(private readonly db: Queries) {}

  run<T>(work: Work<T>, { mayBeUndone = false }: WriteOptions = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      const attempt = inThisContext(async (db: Queries) => {
        const value = await work(db)
        return () => resolve(value)
      })
      this.#waiting.push({ attempt, reject, mayBeUndone })
      this.#draining ??= this.#drain()
    })
  }

  /** Resolves when no write waits. */
  async idle(): Promise<void> {
    await this.#draining
  }

  async #drainWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      // SQLite blocks this thread, so incoming requests are read first
      await setImmediate()
      const batch = this.#waiting.splice(0, writesPerCommit)
      commitWrites.observe(batch.length)
      if (batch.length === 1) await this.#oneByOne(batch)
      else await this.#together(batch)
    }
    // no await since the last check, so no write can be missed
    this.#draining = undefined
  }

  async #oneByOne(writes: readonly Waiting[]): Promise<void> {
    for (const write of writes) {
      try {
        const answer = await this.#commit([write], write.attempt)
        answer()
      } catch (error) {
        write.reject(error)
      }
    }
  }

  async #together(writes: readonly Waiting[]): Promise<void> {
    try {
      const answers = await this.#commit(writes, async (db) => {
        const given: (() => void)[] = []
        for (const write of writes) given.push(await inSavepoint(db, write))
        return given
      })
      for (const answer of answers) answer()
    } catch (error) {
      // only one write failed, so each is run again in its own transaction
      if (error instanceof BrokenBatch) await this.#oneByOne(writes)
      else for (const { reject } of writes) reject(error)
    }
  }

  /** Flushes the commit unless all of its writes may be undone. */
  async #commit<T>(writes: readonly Waiting[], work: Work<T>): Promise<T> {
    const synchronous = writes.every(({ mayBeUndone }) => mayBeUndone) ? 'NORMAL' : 'FULL'
    // before the transaction: SQLite ignores it inside one
    if (synchronous !== this.#synchronous) await execute(this.db, `PRAGMA synchronous = ${synchronous}`)
    this.#synchronous = synchronous
    return inTransaction(this.db, work)
  }
}

/** Uses its own SQL, because TypeORM still counts a transaction that SQLite has ended by itself. */
async function inTransaction<T>(db: Queries, work: Work<T>): Promise<T> {
  await execute(db, 'BEGIN IMMEDIATE')
  try {
    const result = await work(db)
    await execute(db, 'COMMIT')
    return result
  } catch (error) {
    // fails when SQLite has already rolled back
    await execute(db, 'ROLLBACK').catch(() => undefined)
    throw error
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

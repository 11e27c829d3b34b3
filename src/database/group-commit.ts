import { setImmediate } from 'node:timers/promises'
import type { Queries } from './statements/queries.js'
import { Statement } from './statements/statement.js'
import { endsTransaction } from './translate-error.js'

type Work<T> = (db: Queries) => Promise<T>

/** A write that waits for its turn. */
interface Waiting {
  /** Does the work; the function it returns answers the caller, once the work is durable. */
  readonly attempt: Work<() => void>
  readonly reject: (error: unknown) => void
}

/** The error of a failed batch; none of its writes is kept. */
class BrokenBatch extends Error {}

const writesPerCommit = 64

/**
 * The writes of one SQLite connection, in their order. Each is a transaction to itself: whole or not at all, and answered
 * when it is durable. Those that wait while another one is on its way to the disk go there together, each in a savepoint.
 */
export class GroupCommit {
  #waiting: Waiting[] = []
  #draining: Promise<void> | undefined

  constructor(private readonly db: Queries) {}

  run<T>(work: Work<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const attempt = async (db: Queries) => {
        const value = await work(db)
        return () => resolve(value)
      }
      this.#waiting.push({ attempt, reject })
      this.#draining ??= this.#drain()
    })
  }

  /** Resolves when nothing waits. */
  async idle(): Promise<void> {
    await this.#draining
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // SQLite blocks this thread, so requests that have arrived are read first
      await setImmediate()
      const batch = this.#waiting.splice(0, writesPerCommit)
      if (batch.length === 1) await this.#oneByOne(batch)
      else await this.#together(batch)
    }
    // with nothing awaited since the last look, so that no write comes in between
    this.#draining = undefined
  }

  async #oneByOne(writes: readonly Waiting[]): Promise<void> {
    for (const { attempt, reject } of writes) {
      try {
        const answer = await inTransaction(this.db, attempt)
        answer()
      } catch (error) {
        reject(error)
      }
    }
  }

  async #together(writes: readonly Waiting[]): Promise<void> {
    try {
      const answers = await inTransaction(this.db, async (db) => {
        const given: (() => void)[] = []
        for (const write of writes) given.push(await inSavepoint(db, write))
        return given
      })
      for (const answer of answers) answer()
    } catch (error) {
      // one of them did it; the others are innocent
      if (error instanceof BrokenBatch) await this.#oneByOne(writes)
      else for (const { reject } of writes) reject(error)
    }
  }
}

/** In SQL of our own: after a transaction that SQLite has ended by itself, TypeORM goes on counting it. */
async function inTransaction<T>(db: Queries, work: Work<T>): Promise<T> {
  await execute(db, 'BEGIN IMMEDIATE')
  try {
    const result = await work(db)
    await execute(db, 'COMMIT')
    return result
  } catch (error) {
    // refused where SQLite has rolled back already
    await execute(db, 'ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** A failed write rolls back only its own work, unless SQLite has ended the whole transaction for it. */
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

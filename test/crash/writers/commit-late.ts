import { setTimeout as pause } from 'node:timers/promises'
import { Database, type Queries } from '@parley/statements'
import { runSql } from '../../support/app/raw-sql.js'

const groupMs = 150

/**
 * Groups the writes of 150 ms in one transaction and answers each at once. Readers in this process see them, and a kill
 * before the commit loses them, like a disk with a false flush, or `synchronous = OFF` and a power failure.
 */
export function commitLate(): void {
  const { read, write } = Database.prototype
  let group: Queries | undefined
  let inner: Promise<unknown> = Promise.resolve()
  let turn: Promise<unknown> = Promise.resolve()

  const begin = (database: Database) =>
    new Promise<Queries>((resolve, reject) => {
      const commit = write.call(database, async (db) => {
        group = db
        resolve(db)
        await pause(groupMs)
        group = undefined
        await inner
      })
      commit.catch(reject)
    })

  Database.prototype.write = function <T>(this: Database, work: (db: Queries) => Promise<T>): Promise<T> {
    const result = turn.then(async () => {
      const db = group ?? (await begin(this))
      const done = inSavepoint(db, work)
      inner = done.catch(() => undefined)
      return done
    })
    turn = result.catch(() => undefined)
    return result
  }
  Database.prototype.read = function <T>(this: Database, query: (db: Queries) => Promise<T>): Promise<T> {
    return group ? query(group) : read.call<Database, [typeof query], Promise<T>>(this, query)
  }
}

async function inSavepoint<T>(db: Queries, work: (db: Queries) => Promise<T>): Promise<T> {
  await runSql(db, 'SAVEPOINT late')
  try {
    return await work(db)
  } catch (error) {
    await runSql(db, 'ROLLBACK TO late')
    throw error
  } finally {
    await runSql(db, 'RELEASE late')
  }
}

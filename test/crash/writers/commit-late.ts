import { setTimeout as pause } from 'node:timers/promises'
import type { EntityManager } from 'typeorm'
import { Database } from '../../../src/database/database.js'

const groupMs = 150

/**
 * Gathers the writes of 150 ms in one transaction and answers each at once. Readers of this process see them, a kill before
 * the commit loses them: what a disk that lies, or `synchronous = OFF` and a power cut, would do.
 */
export function commitLate(): void {
  const { read, write } = Database.prototype
  let group: EntityManager | undefined
  let inner: Promise<unknown> = Promise.resolve()
  let turn: Promise<unknown> = Promise.resolve()

  const begin = (database: Database) =>
    new Promise<EntityManager>((resolve, reject) => {
      const commit = write.call(database, async (em) => {
        group = em
        resolve(em)
        await pause(groupMs)
        group = undefined
        await inner
      })
      commit.catch(reject)
    })

  Database.prototype.write = function <T>(this: Database, work: (em: EntityManager) => Promise<T>): Promise<T> {
    const result = turn.then(async () => {
      const em = group ?? (await begin(this))
      const done = inSavepoint(em, work)
      inner = done.catch(() => undefined)
      return done
    })
    turn = result.catch(() => undefined)
    return result
  }
  Database.prototype.read = function <T>(this: Database, query: (em: EntityManager) => Promise<T>): Promise<T> {
    return group ? query(group) : read.call<Database, [typeof query], Promise<T>>(this, query)
  }
}

async function inSavepoint<T>(em: EntityManager, work: (em: EntityManager) => Promise<T>): Promise<T> {
  await em.query('SAVEPOINT late')
  try {
    return await work(em)
  } catch (error) {
    await em.query('ROLLBACK TO late')
    throw error
  } finally {
    await em.query('RELEASE late')
  }
}

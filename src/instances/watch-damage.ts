import { type Logger, reasonOf, type StoreDamaged } from '@parley/runtime'
import { storeDamaged } from '../metrics/stores.js'

const advice =
  'stop the server, keep its data, and restore the newest backup as docs/reference/backups.md says; npm run doctor lists what is damaged'

interface DamageableStore {
  /** Calls `onDamaged` with each error of a part that is damaged. */
  watchDamage(onDamaged: (error: StoreDamaged) => void): void
}

/** Whether a damaged part of the database was met. Only a restart ends it, since other parts may still be read. */
export class WatchedDamage {
  #isDamaged = false

  constructor(database: DamageableStore, log: Logger) {
    storeDamaged.set({ store: 'database' }, 0)
    database.watchDamage((error) => {
      if (this.#isDamaged) return
      this.#isDamaged = true
      storeDamaged.set({ store: 'database' }, 1)
      log.error({ store: 'database', reason: reasonOf(error), advice }, 'store.damaged')
    })
  }

  /** Sentences for operators. */
  warnings(): readonly string[] {
    return this.#isDamaged ? [`The database is damaged: ${advice}`] : []
  }
}

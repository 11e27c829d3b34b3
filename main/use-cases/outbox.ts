import { ImageTable } from '../../src/database/tables/images.js'
import { LogRoomPurges } from '../../src/deletion/log-room-purges.js'
import { logRoomOf } from '../../src/deletion/purge.js'
import { PurgeStore } from '../../src/deletion/purge-store.js'
import { Purger } from '../../src/deletion/purger.js'
import type { Foundations } from '../foundations.js'

/** The outbox of deletions and its purger. */
export function createOutbox({ database, chatLogs, fileStore, mailer, clock, log }: Foundations) {
  const store = new PurgeStore(database, clock)
  const handlers = {
    log_room: (target: string, signal: AbortSignal) => chatLogs.deleteRoom(logRoomOf(target), signal),
    log_user: (target: string, signal: AbortSignal) => chatLogs.deleteRoomsOf(target, signal),
    log_cut: (target: string, signal: AbortSignal) => chatLogs.finishCut(target, signal),
    mail: (target: string) => mailer.remove(target),
    image: async (target: string) => {
      // a retry of the upload has stored it again
      const isStoredAgain = await database.read((db) => db.exists(ImageTable, { id: target }))
      if (!isStoredAgain) await fileStore.delete(target)
    },
  }
  const purger = new Purger({ store, handlers, log })
  return { store, purger, purges: new LogRoomPurges({ database, store, purger }) }
}

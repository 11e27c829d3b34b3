import type { Database } from '../../src/database/database.js'
import { LogRoomPurges } from '../../src/deletion/log-room-purges.js'
import { logRoomOf } from '../../src/deletion/purge.js'
import { PurgeStore } from '../../src/deletion/purge-store.js'
import { Purger } from '../../src/deletion/purger.js'
import type { Logger } from '../../src/logger.js'
import type { ChatLogStore } from '../../src/ports/chat-log-store/chat-log-store.js'
import type { ImageStore } from '../../src/ports/image-store/image-store.js'

export interface OutboxParts {
  readonly database: Database
  readonly chatLogs: ChatLogStore
  readonly imageStore: ImageStore
  readonly clock: () => number
  readonly log: Logger
}

/** What deletions leave to do, and who does it. */
export function createOutbox({ database, chatLogs, imageStore, clock, log }: OutboxParts) {
  const store = new PurgeStore(database, clock)
  const handlers = {
    log_room: (target: string) => chatLogs.deleteRoom(logRoomOf(target)),
    log_user: (target: string) => chatLogs.deleteRoomsOf(target),
    image: (target: string) => imageStore.delete(target),
  }
  const purger = new Purger({ store, handlers, log })
  return { store, purger, purges: new LogRoomPurges({ database, store, purger }) }
}

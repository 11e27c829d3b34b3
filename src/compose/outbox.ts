import type { Database } from '../database/database.js'
import { LogRoomPurges } from '../deletion/log-room-purges.js'
import { logRoomOf } from '../deletion/purge.js'
import { PurgeStore } from '../deletion/purge-store.js'
import { Purger } from '../deletion/purger.js'
import type { Logger } from '../logger.js'
import type { ChatLogStore } from '../ports/chat-log-store/chat-log-store.js'
import type { ImageStore } from '../ports/image-store/image-store.js'

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

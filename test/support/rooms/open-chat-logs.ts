import { openMigrated } from '../../../src/database/open-database.js'
import { logRecords } from '../../../src/database/log-records.js'
import type { ChatLogStore } from '../../../src/ports/chat-log-store/chat-log-store.js'
import { EmbeddedChatLogStore } from '../../../src/ports/chat-log-store/embedded-chat-log-store.js'
import { MongoChatLogStore } from '../../../src/ports/chat-log-store/mongo-chat-log-store.js'

export interface ChatLogPlace {
  /** Absent: the embedded store. */
  readonly mongodbUrl?: string | undefined
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
}

/** An adapter of the chat-log store on its own, without a product. */
export async function openChatLogs(place: ChatLogPlace): Promise<{ store: ChatLogStore; close(): Promise<void> }> {
  if (place.mongodbUrl !== undefined) {
    const store = await MongoChatLogStore.open(place.mongodbUrl)
    return { store, close: () => store.close() }
  }
  const database = await openMigrated({ url: place.databaseUrl, dataDir: place.dataDir })
  return { store: new EmbeddedChatLogStore(database, logRecords), close: () => database.close() }
}

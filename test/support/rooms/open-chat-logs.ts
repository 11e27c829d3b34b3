import type { ChatLogStore } from '@parley/chat-log-store'
import { EmbeddedChatLogStore } from '@parley/chat-log-store/embedded'
import { MongoChatLogStore } from '@parley/chat-log-store/mongodb'
import { openMigrated } from '../../../src/database/open-database.js'
import { logRecords } from '../../../src/database/log-records.js'

interface ChatLogPlace {
  /** Absent: the embedded store. */
  readonly mongodbUrl?: string | undefined
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
}

/** For the contract of the port: how another process opens the logs of an installation. */
export async function openChatLogs(place: ChatLogPlace): Promise<{ store: ChatLogStore; close(): Promise<void> }> {
  if (place.mongodbUrl !== undefined) {
    const store = await MongoChatLogStore.open(place.mongodbUrl)
    return { store, close: () => store.close() }
  }
  const database = await openMigrated({ url: place.databaseUrl, dataDir: place.dataDir })
  return { store: new EmbeddedChatLogStore(database, logRecords), close: () => database.close() }
}

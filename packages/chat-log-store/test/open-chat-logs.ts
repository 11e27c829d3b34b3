import type { ChatLogStore } from '../src/chat-log-store.js'
import { EmbeddedChatLogStore } from '../src/embedded/index.js'
import { MongoChatLogStore } from '../src/mongodb/index.js'
import { openLogTables, records } from './contract/log-tables.js'

interface ChatLogPlace {
  /** Absent: the embedded store. */
  readonly mongodbUrl?: string | undefined
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
}

export async function openChatLogs(place: ChatLogPlace): Promise<{ store: ChatLogStore; close(): Promise<void> }> {
  if (place.mongodbUrl !== undefined) {
    const store = await MongoChatLogStore.open(place.mongodbUrl)
    return { store, close: () => store.close() }
  }
  const database = await openLogTables(place.dataDir, place.databaseUrl)
  return { store: new EmbeddedChatLogStore(database, records), close: () => database.close() }
}

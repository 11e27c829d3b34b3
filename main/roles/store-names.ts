import type { StoreNames } from '../../ai-workers/legacy/store-names.js'
import type { Config } from '../../src/config/config.js'
import { logRoomKinds } from '../../src/kinds.js'
import { collectionNames, databaseOf } from '../../src/ports/chat-log-store/mongo-names.js'

/** What lines 1.2 of the AI services list of the chat-log store (contract: earlier-ai-lines.6): of the embedded one the kinds of log. */
export function storeNamesOf({ mongodbUrl }: Config): StoreNames {
  if (mongodbUrl === undefined) return { database: 'chatlog', collections: logRoomKinds.toSorted() }
  return { database: databaseOf(mongodbUrl), collections: Object.values(collectionNames) }
}

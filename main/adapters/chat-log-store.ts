import { asFaultOf, ConfigError } from '../../src/config/config-error.js'
import type { Config } from '../../src/config/config.js'
import type { Database } from '../../src/database/database.js'
import { chatLogStoreOf, installationId, setChatLogStore } from '../../src/database/installation.js'
import { LogRoomTable } from '../../src/database/tables/chat-logs.js'
import { RoomTable } from '../../src/database/tables/rooms.js'
import type { Logger } from '../../src/logger.js'
import type { ChatLogStore } from '../../src/ports/chat-log-store/chat-log-store.js'
import { EmbeddedChatLogStore } from '../../src/ports/chat-log-store/embedded-chat-log-store.js'
import type { MongoChatLogStore } from '../../src/ports/chat-log-store/mongo-chat-log-store.js'
import type { CleanupStack } from '../cleanup-stack.js'

interface ChatLogOptions {
  readonly database: Database
  readonly clock: () => number
  readonly cleanup: CleanupStack
  readonly log: Logger
}

/**
 * Opens the configured store of chat logs; `cleanup` closes it.
 * @throws ConfigError when this installation has its chat logs in another store, AppError UNAVAILABLE when MongoDB
 * cannot be reached.
 */
export async function openChatLogStore(
  config: Config,
  { database, clock, cleanup, log }: ChatLogOptions,
): Promise<ChatLogStore> {
  const { mongodbUrl } = config
  const kept = await chatLogStoreOf(database)
  if (mongodbUrl === undefined) {
    if (kept === 'mongodb') throw refusal('is unset, and the chat logs of this installation are in MongoDB: set it')
    return new EmbeddedChatLogStore(database, clock)
  }
  if (kept === 'embedded' && (await hasChats(database)))
    throw refusal(
      'this installation has chat logs in its relational database: unset it, or move them with npm run migrate-store',
    )
  const onIndexing = () => log.info({}, 'chat_log_index.awaited')
  const store = await openMongo(mongodbUrl, clock, onIndexing)
  cleanup.push(() => store.close())
  if (!(await store.belongsTo(await installationId(database), { mayBeNew: kept === 'embedded' })))
    throw refusal('names a database that does not have the chat logs of this installation')
  if (kept === 'embedded') await setChatLogStore(database, 'mongodb')
  store.startSweeping()
  return store
}

async function openMongo(url: string, clock: () => number, onIndexing: () => void): Promise<MongoChatLogStore> {
  // loads the driver only in installations with MongoDB
  const { MongoChatLogStore } = await import('../../src/ports/chat-log-store/mongo-chat-log-store.js')
  return MongoChatLogStore.open(url, clock, onIndexing).catch(asFaultOf('MONGODB_URL'))
}

async function hasChats(database: Database): Promise<boolean> {
  return database.read(async (db) => (await db.exists(LogRoomTable, {})) || (await db.exists(RoomTable, {})))
}

function refusal(sentence: string): ConfigError {
  return new ConfigError([`MONGODB_URL: ${sentence}`])
}

import type { ChatLogStore, LogRoomHolder } from '@parley/chat-log-store'
import { EmbeddedChatLogStore, LogRoomTable } from '@parley/chat-log-store/embedded'
import type { MongoChatLogStore, MongoEvents } from '@parley/chat-log-store/mongodb'
import type { Logger } from '@parley/runtime'
import { type Database, oneOf } from '@parley/statements'
import { asFaultOf, ConfigError } from '../../src/config/config-error.js'
import type { Config } from '../../src/config/config.js'
import { chatLogOwnerOf, setChatLogStore, type ChatLogOwner } from '../../src/database/installation.js'
import { logRecords } from '../../src/database/log-records.js'
import { RoomTable } from '../../src/database/tables/rooms.js'
import type { CleanupStack } from '../cleanup-stack.js'

/**
 * Opens the configured store of chat logs; `cleanup` closes it.
 * @throws ConfigError when this installation has its chat logs in another store, AppError UNAVAILABLE when MongoDB
 * cannot be reached.
 */
export async function openChatLogStore(
  config: Config,
  { database, clock, cleanup, log }: { database: Database; clock: () => number; cleanup: CleanupStack; log: Logger },
): Promise<ChatLogStore> {
  const { mongodbUrl } = config
  const { id, chatLogStore: kept } = await requireChatLogStore(config, database)
  if (mongodbUrl === undefined) return new EmbeddedChatLogStore(database, logRecords, clock)
  const store = await openMongo(mongodbUrl, clock, {
    onIndexing: () => log.info({}, 'chat_log_index.awaited'),
    onReplaced: () => log.warn({}, 'chat_log_connections.replaced'),
  })
  cleanup.push(() => store.close())
  if (!(await store.belongsTo(id, { mayBeNew: kept === 'embedded' }))) throw foreign()
  if (kept === 'embedded') await setChatLogStore(database, 'mongodb')
  store.recordHolders((roomIds) => holdersOf(database, roomIds))
  store.startSweeping()
  return store
}

async function holdersOf(database: Database, roomIds: readonly string[]): Promise<ReadonlyMap<string, LogRoomHolder>> {
  const where = { roomId: oneOf(roomIds) }
  const records = await database.read((db) => db.select(RoomTable, where, { columns: ['roomId', 'ownerId'] }))
  return new Map(records.map(({ roomId, ownerId }) => [roomId, ownerId === null ? 'guest' : 'account']))
}

/**
 * What `openChatLogStore` checks and would do, on data of any version; changes nothing. Returns the indexes that it would
 * create in MongoDB, null without it. Throws as it does.
 */
export async function examineChatLogStore(config: Config, database: Database): Promise<string[] | null> {
  const { id, chatLogStore: kept } = await requireChatLogStore(config, database)
  if (config.mongodbUrl === undefined) return null
  // loads the driver only in installations with MongoDB
  const { MongoConnection } = await import('@parley/chat-log-store/mongodb')
  const { owner, missingIndexes } = await MongoConnection.examine(config.mongodbUrl).catch(asFaultOf('MONGODB_URL'))
  if (owner === undefined ? kept !== 'embedded' : owner !== id) throw foreign()
  return missingIndexes
}

/** Throws ConfigError unless the settings name the kind of store that this installation has its chat logs in. */
async function requireChatLogStore({ mongodbUrl }: Config, database: Database): Promise<ChatLogOwner> {
  const owner = await requireWhole(database)
  const { chatLogStore: kept } = owner
  if (mongodbUrl === undefined && kept === 'mongodb')
    throw refusal('is unset, and the chat logs of this installation are in MongoDB: set it')
  if (mongodbUrl !== undefined && kept === 'embedded' && (await hasChats(database)))
    throw refusal(
      'this installation has chat logs in its relational database: unset it, or move them with npm run migrate-store',
    )
  return owner
}

/** Throws ConfigError for a database that `npm run migrate-store` has not filled to the end. */
export async function requireWhole(database: Database): Promise<ChatLogOwner> {
  const owner = await chatLogOwnerOf(database)
  if (owner.chatLogStore !== 'unfinished') return owner
  throw new ConfigError(['DATABASE_URL: names a database that is filled only in part: run npm run migrate-store again'])
}

async function openMongo(url: string, clock: () => number, events: MongoEvents): Promise<MongoChatLogStore> {
  // loads the driver only in installations with MongoDB
  const { MongoChatLogStore } = await import('@parley/chat-log-store/mongodb')
  return MongoChatLogStore.open(url, clock, events).catch(asFaultOf('MONGODB_URL'))
}

async function hasChats(database: Database): Promise<boolean> {
  return database.read(async (db) => (await db.exists(LogRoomTable, {})) || (await db.exists(RoomTable, {})))
}

const foreign = () => refusal('names a database that does not have the chat logs of this installation')

function refusal(sentence: string): ConfigError {
  return new ConfigError([`MONGODB_URL: ${sentence}`])
}

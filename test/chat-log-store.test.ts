import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chatLogStoreContract } from './contracts/chat-log-store.js'
import { testMongoDatabase } from './support/mongodb.js'
import { openChatLogs } from './support/open-chat-logs.js'
import { createTestDatabase } from './support/postgres.js'

chatLogStoreContract('embedded', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-logs-'))
  const server = await createTestDatabase()
  const place = { dataDir, databaseUrl: server?.url }
  const first = await openChatLogs(place)
  const second = server && (await openChatLogs(place))
  return {
    store: first.store,
    other: second?.store ?? first.store,
    place,
    close: async () => {
      await first.close()
      await second?.close()
      await server?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
})

const database = testMongoDatabase()
if (database)
  chatLogStoreContract('MongoDB', async () => {
    const place = { mongodbUrl: database.url, dataDir: '' }
    const first = await openChatLogs(place)
    const second = await openChatLogs(place)
    return {
      store: first.store,
      other: second.store,
      place,
      close: async () => {
        await first.close()
        await second.close()
        await database.drop()
      },
    }
  })

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, testMongoDatabase } from '@parley/testing'
import { chatLogStoreContract } from './contract/chat-log-store.js'
import { openChatLogs } from './open-chat-logs.js'

const opener = new URL('./open-chat-logs.ts', import.meta.url).href

chatLogStoreContract('embedded', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-logs-'))
  const server = await createTestDatabase()
  const place = { dataDir, databaseUrl: server?.url }
  const first = await openChatLogs(place)
  const second = server && (await openChatLogs(place))
  return {
    store: first.store,
    other: second?.store ?? first.store,
    opener: { module: opener, place },
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
      opener: { module: opener, place },
      close: async () => {
        await first.close()
        await second.close()
        await database.drop()
      },
    }
  })

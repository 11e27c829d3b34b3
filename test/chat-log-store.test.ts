import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from '../src/database/database.js'
import { EmbeddedChatLogStore } from '../src/ports/chat-log-store/embedded-chat-log-store.js'
import { chatLogStoreContract } from './contracts/chat-log-store.js'
import { createTestDatabase } from './support/postgres.js'

chatLogStoreContract('embedded', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-logs-'))
  const server = await createTestDatabase()
  const database = await Database.open({ url: server?.url, dataDir })
  return {
    store: new EmbeddedChatLogStore(database),
    close: async () => {
      await database.close()
      await server?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
})

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
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

describe('the embedded chat-log store', () => {
  it('deletes a room with the transaction it is a part of, or not at all', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-logs-'))
    const server = await createTestDatabase()
    const database = await Database.open({ url: server?.url, dataDir })
    const store = new EmbeddedChatLogStore(database)
    const room = { kind: 'office', userId: '7', id: randomUUID() } as const
    await store.createRoom(room)
    const broken = database.write(async (em) => {
      expect(await store.deleteRoom(room, em)).toBe(true)
      throw new Error('the rest failed')
    })
    await expect(broken).rejects.toThrow('the rest failed')
    expect(await store.page(room, { limit: 1, newestFirst: false })).toEqual([])
    await database.close()
    await server?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
})

import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { EmbeddedChatLogStore } from '../../src/ports/chat-log-store/embedded-chat-log-store.js'
import type { ReplyGenerator, ReplyProgress } from '../../src/ports/reply-generator/reply-generator.js'
import { GenerationStore } from '../../src/replies/generation-store.js'
import { runReply } from '../../src/replies/run-reply.js'
import { createLogger } from '../../src/logger.js'
import { createTestApp } from '../support/app/app.js'

const progress: readonly ReplyProgress[] = [
  { kind: 'started' },
  { kind: 'delta', attempt: 1, offset: 0, delta: 'half a re' },
  { kind: 'delta', attempt: 2, offset: 0, delta: 'another ' },
  { kind: 'delta', attempt: 2, offset: 8, delta: 'reply' },
  { kind: 'end', outcome: 'completed' },
]

async function* scripted(): AsyncGenerator<ReplyProgress, void, undefined> {
  yield* progress
}

it('publishes a new attempt only when it is stored: after a crash it runs again with another text', async () => {
  const app = await createTestApp()
  try {
    const { database, product } = app.app
    const ada = await app.person()
    const ownerId = Number(ada.id)
    const roomId = await ada.room()
    const room = await product.rooms.require({ kind: 'user', id: ownerId, role: 'USER' }, roomId)
    const store = new GenerationStore(database, Date.now, { leaseMs: 30_000, spendTokens: () => Promise.resolve() })
    const request = { id: randomUUID(), roomId, ownerId, message: 'Hello', model: 'Local', searchAccess: false }
    const generation = await database.write((db) => store.insert(db, request))
    const generator: ReplyGenerator = { generate: scripted }
    const options = {
      ...product,
      store,
      chatLogs: new EmbeddedChatLogStore(database),
      generators: { office: generator, character: generator },
      clock: Date.now,
      timeoutMs: 60_000,
      log: createLogger('silent'),
    }
    const attempts: { readonly shown: number; readonly stored: number | undefined }[] = []
    for await (const step of runReply(options, { generation, room, signal: new AbortController().signal }))
      if (step.kind === 'delta')
        attempts.push({ shown: step.attempt, stored: (await store.find(generation.id))?.attempt })
    expect(attempts).toEqual([
      { shown: 1, stored: 1 },
      { shown: 2, stored: 2 },
      { shown: 2, stored: 2 },
    ])
    expect(await store.find(generation.id)).toMatchObject({ status: 'COMPLETED', attempt: 2, text: 'another reply' })
  } finally {
    await app.close()
  }
})

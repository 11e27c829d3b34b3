import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import type { ChatLogStore, LogRoomKey } from '../../src/chat-log-store.js'

/** Of a message, in code points. */
const longest = 8_000
const page = { limit: 1_000, newestFirst: false }
const entry = (text: string, source?: string) => ({
  inputData: text,
  outputData: `re: ${text}`,
  imgUrl: null,
  ...(source === undefined ? {} : { source }),
})

/** The contract of every chat-log store for texts of maximum length. */
export function itKeepsLongTexts(scene: () => { readonly store: ChatLogStore; readonly room: LogRoomKey }): void {
  it('keeps a room of a user id with 100 characters unchanged', async () => {
    const { store, room } = scene()
    const userId = '👩'.repeat(100)
    const long = { ...room, userId, id: randomUUID() }
    expect(await store.createRoom(long, 'key:long')).toEqual({ id: long.id, created: true })
    expect(await store.createRoom({ ...long, id: randomUUID() }, 'key:long')).toEqual({ id: long.id, created: false })
    await store.append(long, entry('kept', 'source:long'))
    expect(await store.hasRoom({ ...long, userId: '👩'.repeat(50) })).toBe(false)
    expect((await store.page(long, page)).entries).toMatchObject([{ inputData: 'kept' }])
    await store.deleteRoomsOf(userId)
    expect(await store.hasRoom(long)).toBe(false)
  })

  it('keeps messages of maximum length unchanged, in entries and in their alternatives', async () => {
    const { store, room } = scene()
    const said = (end: string) => '🚀'.repeat(longest - 1) + end
    const origin = { generationId: randomUUID(), model: 'Local' }
    await store.append(room, { ...entry('x'), inputData: said('a') })
    await store.addReply(room, 1, { inputData: said('b'), outputData: 'b', origin, seenVersion: 1 })
    await store.replace(room, 1, { ...entry('x'), inputData: said('c'), outputData: 'c' })
    const kept = {
      inputData: said('c'),
      others: [{ inputData: said('a') }, { inputData: said('b') }],
    }
    expect(await store.findEntry(room, 1)).toMatchObject(kept)
    expect((await store.page(room, page)).entries).toMatchObject([kept])
    expect(await store.choose(room, 1, 1)).toMatchObject({ inputData: said('a') })
  })
}

import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import type { ChatLogStore, ListedLogRoom } from '../../src/chat-log-store.js'

/** Part of the contract of chat-log stores: the list of rooms that the doctor reads. */
export function itListsRooms(opened: () => ChatLogStore): void {
  it('lists every room once, in pages, and no deleted room', async () => {
    const store = opened()
    const made = Array.from({ length: 7 }, (_, n) => ({
      kind: n % 2 === 0 ? ('office' as const) : ('chatbot' as const),
      userId: `lister ${n % 3}`,
      id: randomUUID(),
      source: n === 3 ? 'key:3' : null,
    }))
    const before = Date.now() - 1_000
    for (const { source, ...key } of made) await store.createRoom(key, source ?? undefined)
    const [gone, ...kept] = made
    const listed = async (limit: number) => {
      const all: ListedLogRoom[] = []
      for (;;) {
        const found = await store.rooms({ limit, after: all.at(-1)?.id })
        expect(found.length).toBeLessThanOrEqual(limit)
        if (found.length === 0) return all
        all.push(...found)
      }
    }
    const mine = async (limit: number) => (await listed(limit)).filter(({ userId }) => userId.startsWith('lister '))
    const whole = await mine(1_000)
    expect(whole).toHaveLength(7)
    for (const key of made) {
      const found = whole.find(({ id }) => id === key.id)
      expect(found).toMatchObject(key)
      expect(found?.createdAt).toBeGreaterThan(before)
    }
    expect(await mine(2)).toEqual(whole)
    for (const { source: _source, ...key } of made) {
      const listed = whole.find(({ id }) => id === key.id)
      expect(await store.findRoom(key)).toEqual(listed)
      expect(await store.findRoom({ ...key, userId: 'another' })).toBeNull()
    }
    if (gone) await store.deleteRoom({ kind: gone.kind, userId: gone.userId, id: gone.id })
    expect(await mine(3)).toEqual(whole.filter(({ id }) => kept.some((key) => key.id === id)))
    if (gone) expect(await store.findRoom(gone)).toBeNull()
    // a page continues after a room that was deleted in the meantime
    const rest = await store.rooms({ limit: 1_000, after: gone?.id })
    expect(rest).not.toContainEqual(expect.objectContaining({ id: gone?.id }))
    expect(await store.rooms({ limit: 1, after: gone?.id })).toEqual(rest.slice(0, 1))
  })
}

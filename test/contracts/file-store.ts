import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ByteRange, FileStore } from '../../src/ports/file-store/file-store.js'

export interface OpenImages {
  readonly store: FileStore
  close(): Promise<void>
}

/** The contract of every file store, run on each adapter. */
export function fileStoreContract(name: string, open: () => Promise<OpenImages>): void {
  describe(`file store: ${name}`, () => {
    let opened: OpenImages
    let store: FileStore
    beforeAll(async () => {
      opened = await open()
      store = opened.store
    })
    afterAll(() => opened.close())

    const newId = () => randomBytes(16).toString('base64url')
    const bytes = Buffer.from('the bytes of an image')
    async function read(id: string, range?: ByteRange): Promise<Buffer | undefined> {
      const file = await store.open(id)
      if (!file) return undefined
      const found = await buffer(file.read(range))
      expect(file.size).toBe(bytes.length)
      await file.close()
      return found
    }
    async function listed(): Promise<string[]> {
      const ids: string[] = []
      for await (const id of store.list()) ids.push(id)
      return ids
    }

    it('returns the stored bytes, completely or in part', async () => {
      const id = newId()
      await store.put(id, bytes)
      expect(await read(id)).toEqual(bytes)
      expect(await read(id, { start: 4, end: 8 })).toEqual(bytes.subarray(4, 9))
      expect(await read(id, { start: 0, end: 0 })).toEqual(bytes.subarray(0, 1))
    })

    it('stores bytes that arrive in parts, and nothing when a part fails', async () => {
      async function* parts(end?: Error) {
        yield bytes.subarray(0, 4)
        await Promise.resolve()
        if (end) throw end
        yield bytes.subarray(4)
      }
      const [whole, broken] = [newId(), newId()]
      await store.putParts(whole, parts())
      expect(await read(whole)).toEqual(bytes)
      await expect(store.putParts(broken, parts(new Error('the client has gone')))).rejects.toThrow('has gone')
      expect(await read(broken)).toBeUndefined()
      expect(await listed()).not.toContain(broken)
      await expect(store.putParts('a.b', parts())).rejects.toThrow('not the id of a file')
    })

    it('replaces the bytes of an id that is stored again, also at the same time', async () => {
      const id = newId()
      await store.put(id, Buffer.from('other'))
      await Promise.all([store.put(id, bytes), store.put(id, bytes), store.put(id, bytes)])
      expect(await read(id)).toEqual(bytes)
      expect((await listed()).filter((one) => one === id)).toHaveLength(1)
    })

    it('keeps an open image readable until it is closed', async () => {
      const id = newId()
      await store.put(id, bytes)
      const file = await store.open(id)
      await store.delete(id)
      expect(file && (await buffer(file.read()))).toEqual(bytes)
      await file?.close()
      expect(await read(id)).toBeUndefined()
    })

    it('lists its images with their times', async () => {
      const [kept, gone] = [newId(), newId()]
      const before = Date.now() - 1_000
      await store.put(kept, bytes)
      await store.put(gone, bytes)
      await store.delete(gone)
      await store.delete(gone)
      expect(await listed()).toContain(kept)
      expect(await listed()).not.toContain(gone)
      const found = await store.find(kept)
      expect(found?.storedAt).toBeGreaterThanOrEqual(before)
      expect(found?.size).toBe(bytes.length)
      expect(await store.find(gone)).toBeUndefined()
    })

    it.each(['', '.', '..', '../up', 'a/b', 'a\\b', '/etc/passwd', 'a.b', 'a\0', 'é', ' ', '%2e', 'x'.repeat(65)])(
      'refuses the id %j',
      async (id) => {
        await expect(store.put(id, bytes)).rejects.toThrow('not the id of a file')
        expect(await store.open(id)).toBeUndefined()
        expect(await store.find(id)).toBeUndefined()
        await store.delete(id)
      },
    )

    it.each(['a', '-', '_'.repeat(64), 'AZaz09-_'])('accepts the id %j', async (id) => {
      await store.put(id, bytes)
      expect(await read(id)).toEqual(bytes)
    })

    it('keeps all images when it tidies up', async () => {
      const id = newId()
      await store.put(id, bytes)
      await store.tidy(Date.now() + 60_000)
      expect(await read(id)).toEqual(bytes)
    })
  })
}

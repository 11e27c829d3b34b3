import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { DiskImageStore } from '../src/ports/image-store/disk-image-store.js'
import { imageStoreContract } from './contracts/image-store.js'

const root = mkdtempSync(join(tmpdir(), 'parley-images-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

imageStoreContract('disk', async () => ({
  store: await DiskImageStore.open(join(root, 'contract')),
  close: () => Promise.resolve(),
}))

describe('the image store on disk', () => {
  const folder = join(root, 'deep', 'images')
  const modeOf = (path: string) => statSync(path).mode & 0o777

  it('lets nobody but its owner in, and leaves no draft', async () => {
    const store = await DiskImageStore.open(folder)
    await store.put('one', Buffer.from('x'))
    expect(readdirSync(folder)).toEqual(['one'])
    expect([modeOf(folder), modeOf(join(folder, 'one'))]).toEqual([0o700, 0o600])
  })

  it('removes the drafts of a crash once they are old, and nothing else', async () => {
    const store = await DiskImageStore.open(folder)
    for (const name of ['old.draft', 'new.draft', 'note.txt']) writeFileSync(join(folder, name), 'half')
    for (const name of ['old.draft', 'note.txt']) utimesSync(join(folder, name), 1, 1)
    await store.tidy(Date.now() - 60_000)
    expect(readdirSync(folder).sort()).toEqual(['new.draft', 'note.txt', 'one'])
  })

  it('leaves nothing behind when it cannot write', async () => {
    const store = await DiskImageStore.open(join(root, 'gone'))
    rmSync(join(root, 'gone'), { recursive: true })
    await expect(store.put('one', Buffer.from('x'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await store.open('one')).toBeUndefined()
  })
})

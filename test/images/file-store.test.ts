import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { makeDataDir } from '../../src/config/data-folder/data-dir.js'
import { DiskFileStore } from '../../src/ports/file-store/disk-file-store.js'
import { fileStoreContract } from '../contracts/file-store.js'

const root = mkdtempSync(join(tmpdir(), 'parley-images-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

fileStoreContract('disk', () => {
  makeDataDir(join(root, 'contract'))
  return Promise.resolve({ store: new DiskFileStore(join(root, 'contract')), close: () => Promise.resolve() })
})

describe('the file store on disk', () => {
  const folder = join(root, 'deep', 'images')
  makeDataDir(folder)
  const store = new DiskFileStore(folder)
  const modeOf = (path: string) => statSync(path).mode & 0o777

  it('is readable only by its owner, and leaves no draft', async () => {
    await store.put('one', Buffer.from('x'))
    expect(readdirSync(folder)).toEqual(['one'])
    expect([modeOf(folder), modeOf(join(folder, 'one'))]).toEqual([0o700, 0o600])
  })

  it('removes old drafts of a crash, and nothing else', async () => {
    for (const name of ['old.draft', 'new.draft', 'note.txt']) writeFileSync(join(folder, name), 'half')
    for (const name of ['old.draft', 'note.txt']) utimesSync(join(folder, name), 1, 1)
    await store.tidy(Date.now() - 60_000)
    expect(readdirSync(folder).sort()).toEqual(['new.draft', 'note.txt', 'one'])
  })

  it('reads no folder as an image, whatever its name', async () => {
    for (const name of ['a-folder', 'a-folder.draft']) mkdirSync(join(folder, name, 'in-it'), { recursive: true })
    const ids: string[] = []
    for await (const id of store.list()) ids.push(id)
    expect(ids).toEqual(['one'])
    expect(await store.find('a-folder')).toBeUndefined()
    expect(await store.open('a-folder')).toBeUndefined()
    await store.tidy(Date.now() + 60_000)
  })

  it('leaves no file when it cannot write', async () => {
    const lost = new DiskFileStore(join(root, 'lost'))
    await expect(lost.put('one', Buffer.from('x'))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      cause: { code: 'ENOENT' },
    })
    // the images of a share that is not mounted are not lost
    const refusal = { code: 'UNAVAILABLE', part: 'store', message: 'The images cannot be read now' }
    await expect(lost.open('one')).rejects.toMatchObject(refusal)
    await expect(lost.find('one')).rejects.toMatchObject(refusal)
  })
})

it('a folder that cannot be read is UNAVAILABLE', async () => {
  const file = join(root, 'no-folder')
  writeFileSync(file, '')
  const store = new DiskFileStore(file)
  const refusal = { code: 'UNAVAILABLE', part: 'store', message: 'The images cannot be read now' }
  await expect(store.open('one')).rejects.toMatchObject(refusal)
  await expect(store.find('one')).rejects.toMatchObject(refusal)
})

it('a folder that cannot be written is UNAVAILABLE, and reported', async () => {
  const reported: unknown[] = []
  // not even root can make files there
  const store = new DiskFileStore('/sys')
  store.watchWrites((error) => void reported.push(error))
  await expect(store.put(randomUUID(), new Uint8Array(1))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    part: 'store',
    message: 'Nothing can be stored now',
  })
  await expect(store.probeWrites()).rejects.toThrow('Nothing can be stored now')
  expect(reported).toHaveLength(2)
})

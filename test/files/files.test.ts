import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { limits } from '../../src/limits.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { openTestImages, type TestImages } from '../support/images/test-bucket.js'
import { storedFiles, uploadFile } from '../support/files/uploads.js'

let app: TestApp
let stored: TestImages
let ada: Person
let bob: Person
let aheadMs = 0

beforeAll(async () => {
  app = await createTestApp({ clock: () => Date.now() + aheadMs })
  stored = await openTestImages({ dataDir: app.dataDir, database: app.app.database })
})
afterAll(async () => {
  await stored.close()
  await app.close()
})
beforeEach(async () => {
  aheadMs = 0
  ada = await app.person('ada')
  bob = await app.person('bob')
})

const fileIds = async (person: Person) => {
  const { myFiles } = await person.data('{ myFiles { nodes { id } } }')
  return (myFiles as { nodes: { id: string }[] }).nodes.map(({ id }) => id)
}

describe('POST /files', () => {
  it('stores the body as a file of the caller, and answers while it is read', async () => {
    const bytes = Buffer.from('The ship is called Albatross.')
    const answer = await uploadFile(ada, { name: '배 이름.txt', bytes, type: 'Text/Plain; charset=utf-8' })
    expect(answer.status).toBe(202)
    const id = at(answer.body, 'id')
    expect(id).toMatch(/^[\w-]{22}$/)
    expect(answer.body).toMatchObject({
      name: '배 이름.txt',
      media_type: 'text/plain',
      size: bytes.length,
      room_id: null,
    })
    expect(answer.headers.get('location')).toBe(`/files/${id}`)
    expect(await storedFiles(stored.store)).toContain(id)
    expect((await ada.rest('GET', `/files/${id}`)).body).toMatchObject({ id, size: bytes.length })
  })

  it('serves the bytes to their owner alone, never as a page', async () => {
    const bytes = Buffer.from('<script>alert(1)</script>')
    const id = at((await uploadFile(ada, { name: "a 'b' (c).html", bytes, type: 'text/html' })).body, 'id')
    const own = await ada.rest('GET', `/files/${id}/content`)
    expect([own.status, own.text]).toEqual([200, String(bytes)])
    expect(Object.fromEntries(own.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''a%20%27b%27%20%28c%29.html",
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-length': String(bytes.length),
    })
    expect((await ada.rest('HEAD', `/files/${id}/content`)).headers.get('content-length')).toBe(String(bytes.length))
    const admin = await app.admin()
    for (const other of [bob, admin])
      for (const path of [`/files/${id}`, `/files/${id}/content`])
        expect((await other.rest('GET', path)).status).toBe(404)
    expect((await bob.rest('DELETE', `/files/${id}`)).status).toBe(404)
    expect((await app.stranger().rest('GET', `/files/${id}/content`)).status).toBe(401)
    expect(await bob.data('query ($id: ID!) { file(id: $id) { id } }', { id })).toEqual({ file: null })
  })

  it('gives a retry the first file, and refuses its key for other bytes', async () => {
    const upload = { name: 'a.txt', bytes: Buffer.from('one'), key: 'k' }
    const first = at((await uploadFile(ada, upload)).body, 'id')
    expect(at((await uploadFile(ada, upload)).body, 'id')).toBe(first)
    const other = await uploadFile(ada, { ...upload, bytes: Buffer.from('two') })
    expect(other.status).toBe(409)
    expect(await fileIds(ada)).toEqual([first])
    // equal bytes of two people are two files
    const second = at((await uploadFile(bob, upload)).body, 'id')
    expect(second).not.toBe(first)
    await bob.rest('DELETE', `/files/${second}`)
    expect((await ada.rest('GET', `/files/${first}/content`)).text).toBe('one')
  })

  it.each([
    ['an empty file', { bytes: Buffer.alloc(0) }, 422],
    ['a file above 25 MB', { bytes: Buffer.alloc(limits.fileBytes + 1) }, 413],
    ['a file above 25 MB of unknown length', { bytes: Buffer.alloc(limits.fileBytes + 1), isChunked: true }, 413],
    ['a name with a line break', { name: 'a\nb' }, 422],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, 422],
    ['a compressed body', { headers: { 'content-encoding': 'gzip' } }, 415],
  ])('refuses %s, and stores nothing', async (_what, upload, status) => {
    const before = await storedFiles(stored.store)
    const answer = await uploadFile(ada, { name: 'a.txt', bytes: Buffer.from('x'), ...upload })
    expect(answer.status).toBe(status)
    expect(await storedFiles(stored.store)).toEqual(before)
    expect(await fileIds(ada)).toEqual([])
  })

  it('needs an account', async () => {
    expect((await uploadFile(app.stranger(), { name: 'a.txt', bytes: Buffer.from('x') })).status).toBe(401)
  })
})

describe('removing a file', () => {
  it('removes the row and the bytes at once', async () => {
    const id = at((await uploadFile(ada, { name: 'a.txt', bytes: Buffer.from('x') })).body, 'id')
    const removed = await ada.data('mutation ($id: ID!) { removeFile(id: $id) { removedFileId } }', { id })
    expect(removed).toEqual({ removeFile: { removedFileId: id } })
    expect(await storedFiles(stored.store)).not.toContain(id)
    expect(await fileIds(ada)).toEqual([])
    expect(await ada.codes('mutation ($id: ID!) { removeFile(id: $id) { removedFileId } }', { id })).toEqual([
      'NOT_FOUND',
    ])
  })

  it('follows after a day for a file that no message has', async () => {
    const id = at((await uploadFile(ada, { name: 'a.txt', bytes: Buffer.from('x') })).body, 'id')
    aheadMs = 23 * 3_600_000
    await app.app.sweeper.sweep()
    expect((await ada.rest('GET', `/files/${id}`)).status).toBe(200)
    aheadMs = 24.1 * 3_600_000
    await app.app.sweeper.sweep()
    expect(await storedFiles(stored.store)).not.toContain(id)
  })

  it('follows the deletion of its account', async () => {
    const id = at((await uploadFile(ada, { name: 'a.txt', bytes: Buffer.from('x') })).body, 'id')
    await ada.data('mutation { deleteAccount { deletedAccountId } }')
    expect(await storedFiles(stored.store)).not.toContain(id)
  })
})

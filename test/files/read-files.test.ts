import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import iconv from 'iconv-lite'
import { limits } from '../../src/limits.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { previewOf, readFile, uploadFile, whenRead } from '../support/files/uploads.js'
import { FileTable } from '../../src/database/tables/files.js'
import { PassageTable } from '../../src/database/tables/passages.js'
import { openTestImages, type TestImages } from '../support/images/test-bucket.js'

let app: TestApp
let stored: TestImages
let ada: Person

beforeAll(async () => {
  app = await createTestApp()
  stored = await openTestImages({ dataDir: app.dataDir, database: app.app.database })
  ada = await app.person('ada')
})
afterAll(async () => {
  await stored.close()
  await app.close()
})

const setEncoding = `mutation ($id: ID!, $encoding: String!) {
  setFileEncoding(id: $id, encoding: $encoding) { file { state } }
}`

describe('a file that is read', () => {
  it('has the text that a person sees in its preview, with what a browser hides', async () => {
    const page = '<h1>Ship</h1><p style="display:none">The cook is Grace.</p><!-- no text --><p>Its name is Albatross.'
    const id = await readFile(ada, { name: 'ship.html', bytes: Buffer.from(page) })
    expect((await ada.rest('GET', `/files/${id}`)).body).toMatchObject({
      ...{ state: 'IN_PART', format: 'HTML', missing: [{ reason: 'COMMENTS', count: 1 }], reason: null, message: null },
    })
    expect(await previewOf(ada, id)).toMatch(/Ship[^]*The cook is Grace\.[^]*Albatross/)
  })

  it('has all of a long text, in passages with their lines', async () => {
    const text = Array.from({ length: 3_000 }, (_, n) => `Line ${String(n + 1)} of the log.`).join('\n')
    const id = await readFile(ada, { name: 'log.txt', bytes: Buffer.from(text) })
    const state = (await ada.rest('GET', `/files/${id}`)).body
    expect(state).toMatchObject({ state: 'WHOLE', format: 'TEXT', encoding: 'utf-8', characters: text.length })
    expect(await previewOf(ada, id)).toBe(text)
    const first = 'query ($id: ID!) { file(id: $id) { passages(first: 2) { nodes { ordinal line page } } } }'
    expect(await ada.data(first, { id })).toMatchObject({
      file: {
        passages: {
          nodes: [
            { ordinal: 0, line: 1, page: null },
            { ordinal: 1, page: null },
          ],
        },
      },
    })
  })

  it('says that its encoding is a guess, and is read again in another one', async () => {
    const text = '이름,부서\n'.repeat(20)
    const id = await readFile(ada, { name: 'list.csv', bytes: iconv.encode(text, 'cp949'), type: 'text/csv' })
    expect((await ada.rest('GET', `/files/${id}`)).body).toMatchObject({ encoding: 'cp949', encoding_is_guess: true })
    expect(await previewOf(ada, id)).toContain('이름,부서')
    expect(await ada.data(setEncoding, { id, encoding: 'Latin1' })).toEqual({
      setFileEncoding: { file: { state: 'READING' } },
    })
    expect(await whenRead(ada, id)).toMatchObject({ encoding: 'windows-1252', encoding_is_guess: false })
    expect(await previewOf(ada, id)).toContain('ÀÌ¸§')
    expect(await ada.codes(setEncoding, { id, encoding: 'klingon' })).toEqual(['BAD_USER_INPUT'])
    const bob = await app.person('bob')
    expect(await bob.codes(setEncoding, { id, encoding: 'utf-8' })).toEqual(['NOT_FOUND'])
  })

  it('says why it has no text', async () => {
    const zip = Buffer.from('PK\u0005\u0006'.padEnd(22, '\0'), 'latin1')
    const id = await readFile(ada, { name: 'a.zip', bytes: zip })
    expect((await ada.rest('GET', `/files/${id}`)).body).toMatchObject({
      ...{ state: 'UNREADABLE', reason: 'NOT_SUPPORTED', message: 'Files of this kind are not supported' },
    })
    expect(await previewOf(ada, id)).toBe('')
    expect(await ada.codes(setEncoding, { id, encoding: 'utf-8' })).toEqual(['BAD_USER_INPUT'])
  })

  it('says that its bytes are lost', async () => {
    const id = await readFile(ada, { name: 'a.txt', bytes: Buffer.from('x') })
    await stored.store.delete(id)
    await ada.data(setEncoding, { id, encoding: 'utf-8' })
    expect(await whenRead(ada, id)).toMatchObject({ state: 'UNREADABLE', reason: 'LOST' })
    expect((await ada.rest('GET', `/files/${id}/content`)).status).toBe(404)
  })

  it('has no passage left once it is removed', async () => {
    const id = await readFile(ada, { name: 'a.txt', bytes: Buffer.from('The word is Albatross.') })
    const passages = () => app.app.database.read((db) => db.count(PassageTable, { fileId: id }))
    expect(await passages()).toBe(1)
    await ada.rest('DELETE', `/files/${id}`)
    expect(await passages()).toBe(0)
  })
})

describe('reading after a crash', () => {
  const change = (id: string, row: object) => app.app.database.write((db) => db.update(FileTable, { id }, row))
  const reading = { state: 'READING', reason: null, format: null } as const

  it('begins again when the lease of the instance has ended, and ends after two crashes', async () => {
    const id = await readFile(ada, { name: 'a.txt', bytes: Buffer.from('x') })
    await change(id, { ...reading, attempts: 1, lease: 'dead', leaseUntil: Date.now() - 1 })
    await app.app.product.fileReading.round()
    expect(await whenRead(ada, id)).toMatchObject({ state: 'WHOLE' })
    await change(id, { ...reading, attempts: 2, lease: 'dead', leaseUntil: Date.now() - 1 })
    await app.app.product.fileReading.round()
    expect(await whenRead(ada, id)).toMatchObject({ state: 'UNREADABLE', reason: 'INTERRUPTED' })
  })

  it('waits for an instance that reads it', async () => {
    const id = await readFile(ada, { name: 'a.txt', bytes: Buffer.from('x') })
    await change(id, { ...reading, attempts: 1, lease: 'alive', leaseUntil: Date.now() + 600_000 })
    await app.app.product.fileReading.round()
    expect((await ada.rest('GET', `/files/${id}`)).body).toMatchObject({ state: 'READING' })
    expect(await ada.codes(setEncoding, { id, encoding: 'utf-8' })).toEqual(['CONFLICT'])
  })
})

describe('the quota of an account', () => {
  it('has a bound of files and one of bytes', async () => {
    const carl = await app.person('carl')
    const row = { ownerId: Number(carl.id), mediaType: 'text/plain', state: 'WHOLE', claimedAt: Date.now() } as const
    const rows = (count: number, bytes: number) =>
      Array.from({ length: count }, (_, n) => ({
        ...row,
        id: `carl-${String(bytes)}-${String(n)}`,
        name: 'a',
        bytes,
        createdAt: n + bytes,
      }))
    const insert = (count: number, bytes: number) =>
      app.app.database.write((db) => db.insert(FileTable, rows(count, bytes)))
    const upload = async () => (await uploadFile(carl, { name: 'a.txt', bytes: Buffer.from('xy') })).status
    await insert(1, limits.keptFileBytes - 1)
    expect(await upload()).toBe(409)
    await app.app.database.write((db) => db.delete(FileTable, { ownerId: Number(carl.id) }))
    for (let n = 1; n <= 10; n += 1) await insert(limits.files / 10, n)
    expect(await upload()).toBe(409)
    await app.app.database.write((db) => db.delete(FileTable, { id: 'carl-1-0' }))
    expect(await upload()).toBe(202)
  })
})

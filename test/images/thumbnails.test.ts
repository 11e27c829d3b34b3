import { createHash } from 'node:crypto'
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { installationId } from '../../src/database/installation.js'
import { ImageTable } from '../../src/database/tables/images.js'
import { UserTable } from '../../src/database/tables/users.js'
import { createTestApp } from '../support/app/app.js'
import { create, hour, ImageFixture } from '../support/images/image-fixture.js'
import { at } from '../support/app/person.js'
import { noise } from '../support/images/pictures.js'
import { hasBucket } from '../support/images/test-bucket.js'
import { RawHttp } from '../support/http/raw-http.js'

let fixture: ImageFixture
beforeAll(async () => {
  fixture = await ImageFixture.open()
})
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.aheadMs = 0
})

describe('GET /thumbnail', () => {
  let id: string
  let whole: Buffer
  beforeAll(async () => {
    id = await fixture.upload()
    whole = (await fixture.fetched(id)).bytes
  })

  it('can be used by pages of any site, cached forever, and only as an image', async () => {
    const { status, headers, bytes } = await fixture.fetched(id)
    expect([status, bytes.length]).toEqual([200, Number(headers.get('content-length'))])
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${id}"`,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    })
  })

  it('answers HEAD with the same headers', async () => {
    const got = await fixture.fetched(id)
    const { status, headers, bytes } = await fixture.fetched(id, { method: 'HEAD', headers: { range: 'bytes=0-1' } })
    expect([status, bytes.length]).toEqual([200, 0])
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control'])
      expect(headers.get(name)).toBe(got.headers.get(name))
  })

  it.each([
    ['the tag', (tag: string) => ({ 'if-none-match': tag }), 304],
    ['one of several tags', (tag: string) => ({ 'if-none-match': `"x", W/${tag}` }), 304],
    ['any tag', () => ({ 'if-none-match': '*' }), 304],
    ['another tag', () => ({ 'if-none-match': '"x"' }), 200],
    [
      'the tag, but nothing from a cache',
      (tag: string) => ({ 'if-none-match': tag, 'cache-control': 'no-cache' }),
      200,
    ],
  ])('answers every client with %s', async (_what, headersFor, status) => {
    const headers = headersFor(`"${id}"`)
    for (const method of ['GET', 'HEAD']) {
      // fetch would send cache headers of its own
      const connection = new RawHttp(fixture.app.url)
      await connection.head(method, `/thumbnail?id=${id}`, { ...headers, Connection: 'close' })
      const answer = await connection.answer()
      expect(answer.status).toBe(status)
      expect(answer.headers).toContain(`ETag: "${id}"`)
      expect(answer.text.length).toBe(status === 200 && method === 'GET' ? whole.length : 0)
    }
  })

  it.each([
    ['bytes=0-3', 206, (all: Buffer) => all.subarray(0, 4)],
    ['bytes=4-', 206, (all: Buffer) => all.subarray(4)],
    ['bytes=-5', 206, (all: Buffer) => all.subarray(-5)],
    ['bytes=0-999999', 206, (all: Buffer) => all],
    ['bytes=0-1,4-5', 200, (all: Buffer) => all],
    ['lines=0-1', 200, (all: Buffer) => all],
    ['nonsense', 200, (all: Buffer) => all],
  ])('answers the range %s', async (range, status, part) => {
    const answer = await fixture.fetched(id, { headers: { range } })
    expect([answer.status, answer.bytes]).toEqual([status, part(whole)])
    if (status === 206)
      expect(answer.headers.get('content-range')).toMatch(new RegExp(`^bytes \\d+-\\d+/${whole.length}$`))
  })

  it('answers a range with the whole image when the caller has other bytes', async () => {
    const headers = (tag: string) => ({ headers: { range: 'bytes=0-3', 'if-range': tag } })
    expect((await fixture.fetched(id, headers(`"${id}"`))).status).toBe(206)
    expect((await fixture.fetched(id, headers('"x"'))).bytes).toEqual(whole)
  })

  it('refuses a range past the end, without cache headers', async () => {
    const { status, headers, bytes } = await fixture.fetched(id, { headers: { range: 'bytes=999999-' } })
    expect([status, headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`])
    expect(headers.get('cache-control')).toBeNull()
    expect(JSON.parse(bytes.toString())).toEqual({ detail: 'Bad request' })
  })

  it.each([
    '',
    '?id=',
    '?id=nobody',
    '?id=..%2F..%2Fjwt-secret',
    '?id=%2Fetc%2Fpasswd',
    '?id=a%00b',
    '?id=%20',
    `?id=${'a'.repeat(65)}`,
    '?id=a&id=b',
    '?id[]=a',
    '?ID=a',
  ])('is 404 for /thumbnail%s', async (query) => {
    const { status, body, headers } = await fixture.app.stranger().rest('GET', `/thumbnail${query}`)
    expect([status, body, headers.get('cache-control')]).toEqual([404, { detail: 'Not found' }, null])
  })

  it('is 404 when the file is missing, with a log line', async () => {
    const lost = await fixture.upload()
    await fixture.images.store.delete(lost)
    expect(await fixture.statusOf(lost)).toBe(404)
    expect(fixture.lines).toContainEqual({ fields: { imageId: lost }, event: 'image_file.lost' })
  })

  it('has no other method', async () => {
    const { status, headers } = await fixture.app.stranger().rest('DELETE', `/thumbnail?id=${id}`)
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  it('continues to work after a caller disconnects', async () => {
    const large = await fixture.upload(await noise(1_200, 900).png().toBuffer())
    for (let times = 0; times < 5; times += 1) {
      const connection = new RawHttp(fixture.app.url)
      await connection.head('GET', `/thumbnail?id=${large}`, {})
      await connection.has('image/png')
      await connection.cut()
    }
    expect(await fixture.statusOf(large)).toBe(200)
    expect(fixture.lines.filter(({ event }) => event === 'request.failed')).toEqual([])
  })
})

describe('the sweep', () => {
  it('deletes unused images after an hour, with their files, and keeps used ones', async () => {
    const [unused, shown] = [await fixture.upload(), await fixture.upload()]
    await fixture.imageUrlOf({ imageId: shown })
    fixture.aheadMs = hour - 60_000
    await fixture.sweep()
    expect(await Promise.all([unused, shown].map((id) => fixture.statusOf(id)))).toEqual([200, 200])
    fixture.aheadMs = hour + 60_000
    await fixture.sweep()
    expect(await Promise.all([unused, shown].map((id) => fixture.statusOf(id)))).toEqual([404, 200])
    expect([await fixture.isStored(unused), await fixture.isStored(shown)]).toEqual([false, true])
    expect(await fixture.ada.codes(create, { input: { name: 'x', imageId: unused } })).toEqual(['BAD_USER_INPUT'])
  })

  it('deletes files that a crash left without a row, but no recent file', async () => {
    await fixture.images.store.put('orphan', fixture.png)
    fixture.aheadMs = hour - 60_000
    await fixture.sweep()
    expect(await fixture.isStored('orphan')).toBe(true)
    fixture.aheadMs = hour + 60_000
    await fixture.sweep()
    expect(await fixture.isStored('orphan')).toBe(false)
  })

  // a bucket has none
  ;(hasBucket() ? it.skip : it)('deletes drafts of interrupted uploads after an hour', async () => {
    const folder = join(fixture.app.dataDir, 'images', await installationId(fixture.app.app.database))
    for (const [name, minutes] of [
      ['old.draft', 61],
      ['young.draft', 59],
    ] as const) {
      writeFileSync(join(folder, name), fixture.png)
      const then = (Date.now() - minutes * 60_000) / 1_000
      utimesSync(join(folder, name), then, then)
    }
    await fixture.sweep()
    expect(readdirSync(folder).filter((name) => name.endsWith('.draft'))).toEqual(['young.draft'])
  })

  it('deletes the file of a row that was deleted with its user', async () => {
    const eve = await fixture.app.person('eve')
    const id = await fixture.upload(fixture.png, eve)
    await fixture.app.app.database.write((db) => db.delete(UserTable, { id: Number(eve.id) }))
    expect([await fixture.statusOf(id), await fixture.isStored(id)]).toEqual([404, true])
    fixture.aheadMs = hour + 60_000
    await fixture.sweep()
    expect(await fixture.isStored(id)).toBe(false)
  })

  it('and a simultaneous write that uses an image are consistent', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => fixture.upload()))
    fixture.aheadMs = hour + 60_000
    const [, answers] = await Promise.all([
      fixture.sweep(),
      Promise.all(ids.map((imageId) => fixture.ada.graphql(create, { input: { name: 'x', imageId } }))),
      fixture.sweep(),
    ])
    const taken = answers.map(({ errors }) => errors.length === 0)
    expect(await Promise.all(ids.map((id) => fixture.statusOf(id)))).toEqual(
      taken.map((isTaken) => (isTaken ? 200 : 404)),
    )
    expect(await fixture.stored(ids)).toEqual(ids.filter((_id, index) => taken[index]))
  })

  it('handles more images than it deletes at a time', async () => {
    const kept = await fixture.upload()
    await fixture.imageUrlOf({ imageId: kept })
    const images = fixture.app.app.product.images
    const ids = Array.from({ length: 1_100 }, (_, n) =>
      createHash('sha256').update(String(n)).digest('base64url').slice(0, 22),
    )
    await fixture.app.app.database.write((db) =>
      db.insert(
        ImageTable,
        ids.map((id) => ({
          id,
          ownerId: Number(fixture.ada.id),
          contentType: 'image/png',
          bytes: 1,
          width: 1,
          height: 1,
          createdAt: 1,
          claimedAt: 1,
        })),
      ),
    )
    fixture.aheadMs = hour + 60_000
    await fixture.sweep()
    expect(await fixture.app.app.database.read((db) => images.idsOf(db, Number(fixture.ada.id)))).toContain(kept)
    expect(await fixture.app.app.database.read((db) => db.count(ImageTable, { createdAt: 1 }))).toBe(0)
    expect(await fixture.statusOf(kept)).toBe(200)
  })
})

describe('another start', () => {
  it('with another PUBLIC_URL changes only the address', async () => {
    const first = await createTestApp({ clock: fixture.clock, env: { PUBLIC_URL: 'http://old.example' } })
    const eve = await first.person('eve')
    const form = new FormData()
    form.append('image', new Blob([fixture.png]))
    const id = at((await eve.rest('POST', '/images', form)).body, 'id')
    await eve.data(create, { input: { name: 'x', imageUrl: `http://old.example/thumbnail?id=${id}` } })
    await first.stop()

    const { dataDir, databaseUrl } = first
    const then = await createTestApp({
      clock: fixture.clock,
      dataDir,
      databaseUrl,
      env: { PUBLIC_URL: 'https://new.example' },
    })
    expect((await eve.movedTo(then.url).rest('GET', '/api/characters/my')).body).toMatchObject([
      { imageUrl: `https://new.example/thumbnail?id=${id}` },
    ])
    fixture.aheadMs = hour + 60_000
    await then.app.sweeper.sweep()
    expect((await fetch(`${then.url}/thumbnail?id=${id}`)).status).toBe(200)
    await then.close()
    await first.close()
  })
})

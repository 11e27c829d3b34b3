import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { until } from '@parley/testing'
import { installationId } from '../../src/database/installation.js'
import { ImageTable } from '../../src/database/tables/images.js'
import { UserTable } from '../../src/database/tables/users.js'
import { createTestApp } from '../support/app/app.js'
import { at } from '../support/app/person.js'
import { RawHttp } from '../support/http/raw-http.js'
import {
  create,
  hour,
  ImageFixture,
  mebibyte,
  padded,
  publicUrl,
  refused,
  type Parts,
} from '../support/images/image-fixture.js'
import {
  animatedWebp,
  animation,
  bomb,
  flicker,
  hugeCanvas,
  lossyWebp,
  noise,
  notedPng,
  photograph,
  twoHalves,
  webpBomb,
  webpOf,
} from '../support/images/pictures.js'
import { hasBucket } from '../support/images/test-bucket.js'

let fixture: ImageFixture
beforeAll(async () => {
  fixture = await ImageFixture.open()
})
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.aheadMs = 0
})

describe('POST /images', () => {
  it('returns the id and the address of the image, which every client can fetch', async () => {
    const { status, body } = await fixture.submit('/images', [['image', fixture.png]])
    const id = at(body, 'id')
    expect({ status, body }).toEqual({ status: 200, body: { id, url: `${publicUrl}/thumbnail?id=${id}` } })
    expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/)
    const { bytes, headers } = await fixture.fetched(id)
    expect(headers.get('content-type')).toBe('image/png')
    expect(await sharp(bytes).raw().toBuffer()).toEqual(await sharp(fixture.png).raw().toBuffer())
  })

  it('turns a photograph upright and removes its metadata', async () => {
    const sent = await photograph()
    expect(await sharp(sent).metadata()).toMatchObject({
      width: 40,
      height: 20,
      orientation: 6,
      icc: expect.anything(),
    })
    const { bytes, headers } = await fixture.fetched(await fixture.upload(sent))
    expect(headers.get('content-type')).toBe('image/jpeg')
    const { width, height, ...metadata } = await sharp(bytes).metadata()
    expect([width, height]).toEqual([20, 40])
    for (const kind of ['exif', 'icc', 'xmp', 'iptc', 'orientation', 'comments'])
      expect(metadata).not.toHaveProperty(kind)
    expect(bytes.includes('Ada')).toBe(false)
    // the left edge has become the top
    const [red = 0, , blue = 255] = await sharp(bytes).raw().toBuffer()
    expect([red > 200, blue < 50]).toEqual([true, true])
  })

  it('keeps an animation, without its comment', async () => {
    const sent = await animation()
    expect(sent.includes('Ada')).toBe(true)
    const { bytes, headers } = await fixture.fetched(await fixture.upload(sent))
    expect(headers.get('content-type')).toBe('image/gif')
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 8, height: 6, pages: 3, delay: [50, 70, 90], loop: 2 })
    expect(bytes.includes('Ada')).toBe(false)
  })

  it('drops the text chunks of a PNG, and data that is hidden after an image', async () => {
    const script = Buffer.from('<html><script>alert(1)</script>')
    const jpeg = await noise(5, 5).jpeg().toBuffer()
    for (const sent of [await notedPng(), Buffer.concat([jpeg, script]), Buffer.concat([await animation(), script])]) {
      const { bytes } = await fixture.fetched(await fixture.upload(sent))
      expect(bytes.includes('Ada') || bytes.includes('script')).toBe(false)
      expect((await sharp(bytes).metadata()).width).toBeGreaterThan(0)
    }
  })

  it('accepts an image of one pixel in every format, and one in every colour space', async () => {
    const grey = noise(9, 9).greyscale()
    const sent = [
      noise(1, 1).jpeg(),
      noise(1, 1).png(),
      noise(1, 1).gif(),
      noise(1, 1).webp(),
      grey.jpeg(),
      noise(9, 9).toColourspace('cmyk').jpeg(),
    ]
    for (const picture of sent) expect(await fixture.statusOf(await fixture.upload(await picture.toBuffer()))).toBe(200)
  })

  it('scales down images larger than 2,048 pixels on a side', async () => {
    const { bytes } = await fixture.fetched(
      await fixture.upload(await (await twoHalves(3_000, 1_500)).jpeg().toBuffer()),
    )
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 2_048, height: 1_024 })
  })

  it('reads the one file of a form, whatever the name of its part and its type', async () => {
    for (const name of ['image', 'file', 'profileImage', 'x'])
      expect(
        await fixture.submit('/images', [
          ['note', 'y'],
          [name, fixture.png, 'page.html'],
        ]),
      ).toMatchObject({ status: 200 })
  })

  describe('refuses', () => {
    const html = Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(99))
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>')
    const text = Buffer.alloc(6 * mebibyte, 'a text ')
    const rows: readonly (readonly [what: string, parts: () => Parts | Promise<Parts>, answer: object])[] = [
      ['a form without a file', () => [['image', 'a text']], refused.missing],
      ['an empty form', () => [], refused.missing],
      ['an empty file', () => [['image', Buffer.alloc(0)]], refused.empty],
      [
        'two files',
        () => [
          ['image', fixture.png],
          ['image', fixture.png],
        ],
        refused.several,
      ],
      ['a page called an image', () => [['image', html, 'a.png']], refused.otherType],
      ['an SVG', () => [['image', svg]], refused.otherType],
      ['a TIFF', async () => [['image', await noise(3, 3).tiff().toBuffer()]], refused.otherType],
      ['a PDF', () => [['image', Buffer.from('%PDF-1.7')]], refused.otherType],
      ['one byte', () => [['image', Buffer.from('G')]], refused.otherType],
      ['an image behind a page', () => [['image', Buffer.concat([html, fixture.png])]], refused.otherType],
      ['a byte more than 5 MiB', () => [['image', padded(fixture.png, 5 * mebibyte + 1)]], refused.tooLarge],
      ['more than a form may have', () => [['image', padded(fixture.png, 9 * mebibyte)]], refused.tooLarge],
      ['a type before a size', () => [['image', text]], refused.otherType],
      ['a type before a size past a form', () => [['image', Buffer.concat([text, text])]], refused.otherType],
      [
        'a text past a form',
        () => [
          ['x', text.toString()],
          ['image', fixture.png],
        ],
        refused.tooLargeForm,
      ],
      [
        'half a JPEG',
        async () => [['image', (await noise(99, 99).jpeg().toBuffer()).subarray(0, 2_000)]],
        refused.unreadable,
      ],
      [
        'half a PNG',
        async () => [['image', (await noise(99, 99).png().toBuffer()).subarray(0, 9_000)]],
        refused.unreadable,
      ],
      ['the beginning of a GIF', () => [['image', Buffer.from('GIF89a')]], refused.unreadable],
      [
        'the beginning of a JPEG',
        () => [['image', Buffer.concat([Buffer.from([255, 216, 255, 224]), randomBytes(500)])]],
        refused.unreadable,
      ],
      ['a bomb', () => [['image', bomb()]], refused.tooMuch],
      ['an animation of 1,001 frames', () => [['image', flicker(1_001)]], refused.tooMuch],
    ]
    it.each(rows)('%s', async (_what, parts, answer) => {
      const before = await fixture.count()
      expect(await fixture.submit('/images', await parts())).toEqual(answer)
      expect(await fixture.count()).toBe(before)
    })

    it.each([
      ['JSON', '{}', 'application/json', refused.unsupported],
      ['bytes without a form', 'GIF89a', 'image/gif', refused.unsupported],
      ['a web form', 'image=x', 'application/x-www-form-urlencoded', refused.unsupported],
      ['nothing', undefined, undefined, refused.missing],
      ['a form without a boundary', 'x', 'multipart/form-data', refused.malformed],
    ])('%s', async (_what, body, type, answer) => {
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
      const { status, body: answered } = await fixture.ada.rest('POST', '/images', body, headers)
      expect({ status, body: answered }).toEqual(answer)
    })

    it('a guest, before a byte is read', async () => {
      for (const authorization of [{}, { Authorization: 'Bearer nonsense' }]) {
        const connection = new RawHttp(fixture.app.url)
        const length = { 'Content-Length': 1_000_000, Connection: 'close' }
        await connection.head('POST', '/images', {
          ...authorization,
          'Content-Type': 'multipart/form-data; boundary=b',
          ...length,
        })
        const { status, text: body } = await connection.answer()
        expect([status, JSON.parse(body)]).toEqual([
          401,
          { detail: 'Unauthorized', message: 'Invalid or expired token' },
        ])
      }
    })

    it('another method', async () => {
      const { status, headers } = await fixture.ada.rest('GET', '/images')
      expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    })

    it('an endless file while it is still arriving', async () => {
      const connection = new RawHttp(fixture.app.url)
      const type = {
        'Content-Type': 'multipart/form-data; boundary=b',
        'Transfer-Encoding': 'chunked',
        Connection: 'close',
      }
      await connection.head('POST', '/images', { Authorization: `Bearer ${fixture.ada.token ?? ''}`, ...type })
      const chunk = (bytes: Buffer) =>
        Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
      await connection.send(chunk(Buffer.from('--b\r\nContent-Disposition: form-data; name="i"; filename="a"\r\n\r\n')))
      for (let sent = 0; sent <= 6 * mebibyte; sent += mebibyte)
        await connection.send(chunk(padded(fixture.png, mebibyte)))
      const { status, text: body } = await connection.answer()
      expect({ status, body: JSON.parse(body) as object }).toEqual(refused.tooLarge)
    })
  })

  it('accepts exactly 5 MiB', async () => {
    const { bytes } = await fixture.fetched(await fixture.upload(padded(fixture.png, 5 * mebibyte)))
    expect(bytes.length).toBeLessThan(1_000)
  })

  it('stores 20 simultaneous large ones, one after the other', async () => {
    const large = padded(await noise(400, 300).jpeg().toBuffer(), 3 * mebibyte)
    const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.submit('/images', [['image', large]])))
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(20)
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  })

  it('answers with a time to wait when running uploads fill the memory, and frees it when they end', async () => {
    const head = {
      Authorization: `Bearer ${fixture.ada.token ?? ''}`,
      'Content-Type': 'multipart/form-data; boundary=b',
    }
    const start = '--b\r\nContent-Disposition: form-data; name="i"; filename="a"\r\n\r\n'
    const stalled = async () => {
      const connection = new RawHttp(fixture.app.url)
      await connection.head('POST', '/images', { ...head, 'Content-Length': 5.5 * mebibyte })
      await connection.send(start)
      await connection.send(padded(fixture.png, 5 * mebibyte - 1_000))
      return connection
    }
    // as many as fit
    const waiting = await Promise.all(Array.from({ length: 25 }, stalled))
    const acts = [
      ['POST', '/images', 'image'],
      ['POST', '/api/users/profile/image', 'profileImage'],
      ['PUT', '/api/users/profile', 'profileImage'],
      ['POST', '/api/characters', 'image'],
      ['PUT', '/api/characters/1', 'image'],
    ] as const
    for (const [method, path, part] of acts) {
      const submit = () => fixture.submit(path, [[part, padded(fixture.png, 5 * mebibyte)]], { method })
      let answer = await submit()
      // one that was still arriving was refused instead
      while (answer.status !== 503) {
        waiting.push(await stalled())
        answer = await submit()
      }
      expect(answer).toEqual({ status: 503, body: { detail: 'Service temporarily unavailable' } })
    }
    for (const connection of waiting) await connection.cut()
    await until('the server has noticed the end of the uploads', async () => {
      const { status } = await fixture.submit('/images', [['image', padded(fixture.png, 5 * mebibyte)]])
      return status === 200
    })
  })

  describe('with an idempotency key', () => {
    it('answers a retry with the first image, and refuses another file', async () => {
      const first = await fixture.submit('/images', [['image', fixture.png]], { key: 'k' })
      const before = await fixture.count()
      expect(await fixture.submit('/images', [['other', fixture.png]], { key: 'k' })).toEqual(first)
      expect(await fixture.submit('/images', [['image', await photograph()]], { key: 'k' })).toMatchObject({
        status: 409,
      })
      expect(await fixture.count()).toBe(before)
      expect(await fixture.submit('/images', [['image', fixture.png]], { key: 'k', by: fixture.bob })).not.toEqual(
        first,
      )
    })

    it('stores one of several simultaneous uploads', async () => {
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => fixture.submit('/images', [['i', fixture.png]], { key: 'at once' })),
      )
      expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1)
    })

    it('stores the image again under its id when it has been swept', async () => {
      const { body } = await fixture.submit('/images', [['image', fixture.png]], { key: 'late' })
      fixture.aheadMs = 2 * hour
      await fixture.sweep()
      expect(await fixture.statusOf(at(body, 'id'))).toBe(404)
      expect(await fixture.submit('/images', [['image', fixture.png]], { key: 'late' })).toEqual({ status: 200, body })
      expect(await fixture.statusOf(at(body, 'id'))).toBe(200)
    })
  })
})

describe('POST /images with a WebP', () => {
  it('accepts a still one and serves a WebP without metadata, which the documented forms refuse', async () => {
    const sent = await sharp(await photograph())
      .keepMetadata()
      .webp()
      .toBuffer()
    expect(sent.includes('Ada')).toBe(true)
    for (const picture of [sent, await noise(9, 9).webp({ lossless: true }).toBuffer()]) {
      const { bytes, headers } = await fixture.fetched(await fixture.upload(picture))
      expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual(['image/webp', 'nosniff'])
      expect([bytes.subarray(0, 4), bytes.subarray(8, 12)].join()).toBe('RIFF,WEBP')
      expect(bytes.includes('Ada')).toBe(false)
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp' })
    }
    const forms = [
      ['POST', '/api/users/profile/image', 'profileImage'],
      ['PUT', '/api/users/profile', 'profileImage'],
      ['POST', '/api/characters', 'image'],
    ] as const
    for (const [method, path, part] of forms)
      expect(
        await fixture.submit(
          path,
          [
            ['name', 'Grace'],
            [part, sent],
          ],
          { method },
        ),
      ).toEqual(refused.noDocumentedType)
    expect(await fixture.imageUrlOf({ imageId: await fixture.upload(sent) })).toMatch(/thumbnail/)
  })

  const rows: readonly (readonly [what: string, parts: () => Parts | Promise<Parts>, answer: object])[] = [
    ['an animated WebP', async () => [['image', await animatedWebp()]], refused.animatedWebp],
    ['half a WebP', async () => [['image', (await lossyWebp()).subarray(0, 2_000)]], refused.unreadable],
    [
      'half a lossless WebP',
      async () => [['image', (await noise(99, 99).webp({ lossless: true }).toBuffer()).subarray(0, 9_000)]],
      refused.unreadable,
    ],
    ['the beginning of a WebP', () => [['image', webpOf('VP8 ', Buffer.alloc(10))]], refused.unreadable],
    ['a WebP of random bytes', () => [['image', webpOf('VP8L', randomBytes(500))]], refused.unreadable],
    ['a WebP without a picture', () => [['image', webpOf('VP8X', Buffer.alloc(10))]], refused.unreadable],
    ['a WebP whose canvas is a bomb', () => [['image', webpOf('VP8X', hugeCanvas)]], refused.unreadable],
    ['a WebP that is a bomb', async () => [['image', await webpBomb()]], refused.tooMuch],
    ['a sound in a RIFF file', () => [['image', Buffer.from('RIFF\x24\0\0\0WAVEfmt ')]], refused.otherType],
  ]
  it.each(rows)('refuses %s', async (_what, parts, answer) => {
    const before = await fixture.count()
    expect(await fixture.submit('/images', await parts())).toEqual(answer)
    expect(await fixture.count()).toBe(before)
  })
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
    const fields = expect.objectContaining({ imageId: lost, found: null })
    expect(fixture.lines).toContainEqual({ fields, event: 'image_file.lost' })
  })

  it('is 404 when the file is cut, with a log line', async () => {
    const cut = await fixture.upload()
    const { store } = fixture.images
    await store.put(cut, Buffer.alloc(100))
    expect(await fixture.statusOf(cut)).toBe(404)
    const fields = expect.objectContaining({ imageId: cut, bytes: expect.any(Number), found: 100 })
    expect(fixture.lines).toContainEqual({ fields, event: 'image_file.lost' })
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

it('the images of a client that has disconnected are not encoded', async () => {
  const raw = { width: 200, height: 200 * 8, channels: 3, pageHeight: 200 } as const
  const slow = await sharp(randomBytes(raw.width * raw.height * 3), { raw })
    .gif()
    .toBuffer()
  const { app, ada, bob } = fixture
  const ofAda = () => app.app.database.read((db) => db.count(ImageTable, { ownerId: Number(ada.id) }))
  const before = await ofAda()
  const head = `--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), slow, Buffer.from('\r\n--b--\r\n')])
  const uploads = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const connection = new RawHttp(app.url)
      await connection.head('POST', '/images', {
        Authorization: `Bearer ${ada.token ?? ''}`,
        'Content-Type': 'multipart/form-data; boundary=b',
        'Content-Length': body.length,
      })
      await connection.send(body)
      return connection
    }),
  )
  await until('the first image is stored', async () => (await ofAda()) > before)
  for (const upload of uploads) await upload.cut()
  // those of the other account have their turns in between
  for (let count = 0; count < 8; count += 1) await fixture.upload(fixture.png, bob)
  expect((await ofAda()) - before).toBeLessThan(5)
})

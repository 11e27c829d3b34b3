import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { hour, ImageFixture, mebibyte, padded, publicUrl, refused } from '../support/images/image-fixture.js'
import type { Parts } from '../support/images/image-fixture.js'
import { at } from '../support/app/person.js'
import { animation, bomb, flicker, noise, notedPng, photograph, twoHalves } from '../support/images/pictures.js'
import { RawHttp } from '../support/http/raw-http.js'

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
    await fixture.upload(padded(fixture.png, 5 * mebibyte))
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

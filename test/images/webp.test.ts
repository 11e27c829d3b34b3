import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { ImageFixture, refused } from '../support/images/image-fixture.js'
import type { Parts } from '../support/images/image-fixture.js'
import { animatedWebp, hugeCanvas, lossyWebp, noise, photograph, webpBomb, webpOf } from '../support/images/pictures.js'

let fixture: ImageFixture
beforeAll(async () => {
  fixture = await ImageFixture.open()
})
afterAll(() => fixture.close())

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

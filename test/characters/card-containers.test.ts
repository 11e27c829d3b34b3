import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import {
  archiveOf,
  base64,
  compressedChunk,
  exifWith,
  internationalChunk,
  pngWith,
  rawArchive,
  textChunk,
  webpWith,
} from '../support/characters/card-files.js'
import { ImageFixture, mebibyte, type Parts } from '../support/images/image-fixture.js'
import { chunk, noise } from '../support/images/pictures.js'

let fixture: ImageFixture
let webp: Buffer
let jpeg: Buffer
beforeAll(async () => {
  fixture = await ImageFixture.open()
  webp = await noise(8, 8).webp().toBuffer()
  jpeg = await sharp(fixture.png).jpeg().toBuffer()
})
afterAll(() => fixture.close())

const data = { name: 'Mira', description: 'A captain. 선장 🙂', first_mes: 'Ahoy' }
const card = { spec: 'chara_card_v2', spec_version: '2.0', data }
const other = { spec: 'chara_card_v2', spec_version: '2.0', data: { ...data, name: 'Nora' } }
const text = JSON.stringify(card)
const icon = (uri: string) => [{ type: 'icon', name: 'main', ext: 'png', uri }]
const withAssets = (...assets: object[]) =>
  JSON.stringify({ spec: 'chara_card_v3', spec_version: '3.0', data: { ...data, assets } })

interface Imported {
  readonly status: number
  readonly body: Record<string, unknown>
}

const send = (file: Buffer | string): Promise<Imported> => {
  const parts: Parts = [['card', typeof file === 'string' ? Buffer.from(file) : file, 'a.bin']]
  return fixture.submit('/api/characters/cards', parts)
}
const png = (...chunks: Buffer[]) => pngWith(fixture.png, ...chunks)
const exif = (comment: string | Buffer, options = {}) => webpWith(webp, 'EXIF', exifWith(Buffer.from(comment), options))
const xmp = (inside: string) => webpWith(webp, 'XMP ', Buffer.from(`<x:xmpmeta>${inside}</x:xmpmeta>`))
const utf16 = (value: string) => Buffer.from(`UNICODE\0${value}`, 'latin1').subarray(0, 8)

describe('a card is read from', () => {
  const files: readonly [string, () => Buffer | string | Promise<Buffer>, boolean][] = [
    ['compressed text of a PNG', () => png(compressedChunk('chara', base64(card))), true],
    ['international text of a PNG', () => png(internationalChunk('ccv3', base64(card), false)), true],
    ['compressed international text', () => png(internationalChunk('chara', base64(card), true)), true],
    ['a keyword in upper case', () => png(textChunk('Chara', base64(card))), true],
    ['JSON that is not in base64', () => png(textChunk('chara', text)), true],
    ['base64 on several lines', () => png(textChunk('chara', base64(card).replaceAll(/(.{76})/g, '$1\r\n'))), true],
    [
      'a chunk after the picture',
      () => Buffer.concat([fixture.png.subarray(0, -12), textChunk('chara', base64(card)), fixture.png.subarray(-12)]),
      true,
    ],
    ['a PNG with data behind it', () => Buffer.concat([png(textChunk('chara', base64(card))), Buffer.from('x')]), true],
    ['an animated PNG', () => png(chunk('acTL', Buffer.alloc(8)), textChunk('chara', base64(card))), true],
    ['a comment of a WebP', () => exif(`ASCII\0\0\0${text}`), true],
    ['a comment in base64', () => exif(base64(card)), true],
    ['a comment of numbers', () => exif([...Buffer.from(text)].join(',')), true],
    [
      'a comment of wide characters',
      () => exif(Buffer.concat([utf16(''), Buffer.from(text, 'utf16le')]), { isLittle: false, prefix: 'Exif\0\0' }),
      true,
    ],
    ['an attribute of XMP', () => xmp(`<rdf:Description c:chara="${base64(card)}"/>`), true],
    [
      'an element of XMP',
      () =>
        xmp(
          `<exif:UserComment><rdf:Alt><rdf:li>${text.replaceAll('"', '&quot;')}</rdf:li></rdf:Alt></exif:UserComment>`,
        ),
      true,
    ],
    ['an archive', () => archiveOf({ 'card.json': text, 'module.risum': 'x' }), false],
    ['an archive behind a JPEG', async () => Buffer.concat([jpeg, await archiveOf({ 'card.json': text })]), true],
    ['JSON with a byte order mark', () => `\ufeff${text}`, false],
  ]

  it.each(files)('%s', async (_name, file, hasPicture) => {
    const { status, body } = await send(await file())
    expect({ status, body }).toMatchObject({ status: 200, body: { name: 'Mira', context: data.description } })
    expect(body['imageUrl'] !== null).toBe(hasPicture)
  })

  it.each(['embeded://', 'embedded://'])('an archive whose main icon is %s', async (scheme) => {
    const name = 'assets/icon/images/main.png.png'
    const main = withAssets(...icon(scheme + name))
    const { status, body } = await send(await archiveOf({ 'card.json': main, [name]: fixture.png }))
    expect({ status, body }).toMatchObject({ status: 200, body: { imageUrl: expect.any(String), notices: [] } })
  })

  it('JSON whose main icon is in it', async () => {
    const { body } = await send(withAssets(...icon(`data:image/png;base64,${fixture.png.toString('base64')}`)))
    expect(body).toMatchObject({ imageUrl: expect.any(String), notices: [] })
  })

  it('an archive whose icon cannot be used, with a notice', async () => {
    const { status, body } = await send(
      await archiveOf({ 'card.json': withAssets(...icon('embeded://a.png')), 'a.png': 'no picture' }),
    )
    const notice = { code: 'LEFT_OUT', field: 'picture', message: expect.stringContaining('cannot be used') }
    expect({ status, body }).toMatchObject({ status: 200, body: { imageUrl: null, notices: [notice] } })
  })

  it('the first of several chunks of a keyword, with a notice', async () => {
    const { body } = await send(png(textChunk('chara', base64(card)), textChunk('chara', base64(other))))
    expect(body).toMatchObject({ name: 'Mira', notices: [{ code: 'CHOSEN', field: 'PNG' }] })
    const same = await send(png(textChunk('chara', base64(card)), textChunk('chara', base64(card))))
    expect(same.body).toMatchObject({ name: 'Mira', notices: [] })
    const newer = await send(png(textChunk('chara', base64(other)), textChunk('ccv3', base64(card))))
    expect(newer.body).toMatchObject({ name: 'Mira', notices: [] })
  })

  it.each([
    ['not base64', () => textChunk('ccv3', '%%%')],
    ['not JSON', () => textChunk('ccv3', base64('hello'))],
    ['not compressed', () => Buffer.from(compressedChunk('ccv3', Buffer.alloc(100 * mebibyte)))],
  ])('the chunk chara beside a newer one that is %s, with a notice', async (_fault, broken) => {
    const { body } = await send(png(textChunk('chara', base64(card)), broken()))
    const notice = { code: 'READ_AS', reason: 'CHUNK_BROKEN', field: 'PNG', detail: 'ccv3' }
    expect(body).toMatchObject({ name: 'Mira', notices: [notice] })
    expect(await send(png(textChunk('chara', '%%%'), broken()))).toMatchObject({ status: 422 })
  })

  it('a PNG of many megabytes', async () => {
    const file = png(textChunk('chara', base64(card)), textChunk('chara-ext-asset_:0', Buffer.alloc(15 * mebibyte, 65)))
    expect(await send(file)).toMatchObject({ status: 200, body: { name: 'Mira' } })
  })
})

describe('a file is refused with the reason', () => {
  const zipped = (...entries: Parameters<typeof rawArchive>[0]) =>
    rawArchive([{ name: 'card.json', content: Buffer.from(text) }, ...entries])
  const empty = Buffer.alloc(0)
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ name: String(n), content: empty }))
  const cases: readonly [string, () => Buffer | string | Promise<Buffer>, RegExp][] = [
    [
      'compressed text that grows',
      () => png(compressedChunk('chara', Buffer.alloc(100 * mebibyte))),
      /more than 1 MiB/,
    ],
    [
      'international text that grows',
      () => png(internationalChunk('chara', 'x'.repeat(20 * mebibyte), true)),
      /more than 1 MiB/,
    ],
    ['damaged compressed text', () => png(chunk('zTXt', 'chara\0\0xyz')), /cannot be read/],
    ['a damaged international text', () => png(chunk('iTXt', 'chara\0\0\0')), /damaged chunk iTXt/],
    [
      'many cards in one PNG',
      () => png(...Array.from({ length: 9 }, () => compressedChunk('chara', 'x'))),
      /more than 8 chunks/,
    ],
    [
      'many assets in a PNG',
      () => png(textChunk('chara', base64(card)), textChunk('chara-ext-asset_:0', Buffer.alloc(17 * mebibyte))),
      /16 MiB of assets/,
    ],
    ['a JPEG', () => jpeg, /JPEG without an archive/],
    ['a WebP without a card', () => webp, /without a card in its metadata/],
    ['a WebP with damaged metadata', () => exif('x').subarray(0, -20), /truncated WebP/],
    [
      'Exif data that point elsewhere',
      () => webpWith(webp, 'EXIF', Buffer.from('MM\0*\xff\xff\xff\xff', 'latin1')),
      /damaged Exif/,
    ],
    ['an archive without a card', () => archiveOf({ 'a.json': text }), /without a file card.json/],
    [
      'an archive that ends early',
      async () => (await archiveOf({ 'card.json': text })).subarray(0, -30),
      /truncated archive/,
    ],
    [
      'an archive with another checksum',
      () => rawArchive([{ name: 'card.json', content: Buffer.from(text), size: 10 }]),
      /damaged archive/,
    ],
    ['a name that leads out of the archive', () => zipped({ name: '../../x', content: empty }), /leads out/],
    ['an absolute name', () => zipped({ name: '/etc/x', content: empty }), /leads out/],
    [
      'two files of one name',
      () => zipped({ name: 'a', content: empty }, { name: 'a', content: empty }),
      /two files of one name/,
    ],
    ['an encrypted file', () => zipped({ name: 'a', content: empty, flags: 1 }), /encrypted/],
    ['100,000 files', () => zipped(...many(100_000)), /more than 4,096 files/],
    ['100 MB that inflate', () => zipped({ name: 'a', content: Buffer.alloc(100_000_000) }), /16 MiB of assets/],
    [
      '100 MB that say they are 10 bytes',
      () => zipped({ name: 'a', content: Buffer.alloc(100_000_000), size: 10 }),
      /damaged archive/,
    ],
    [
      'a long card in an archive',
      () => archiveOf({ 'card.json': `${text}${' '.repeat(mebibyte)}` }),
      /more than 1 MiB of JSON/,
    ],
  ]

  it.each(cases)('%s', async (_name, file, reason) => {
    const { status, body } = await send(await file())
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { detail: [{ location: ['body', 'card'], message: expect.stringMatching(reason) }] },
    })
  })
})

import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

// Real images, generated in the tests.

/** A picture of noise, which hardly compresses. */
export function noise(width: number, height: number): Sharp {
  const gaussian = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888', noise: gaussian } })
}

/** The left half red, the right half blue. */
export async function twoHalves(width: number, height: number): Promise<Sharp> {
  const right = { create: { width: width / 2, height, channels: 3, background: '#00f' } } as const
  const blue = await sharp(right).png().toBuffer()
  const whole = sharp({ create: { width, height, channels: 3, background: '#f00' } })
  return sharp(
    await whole
      .composite([{ input: blue, left: width / 2, top: 0 }])
      .png()
      .toBuffer(),
  )
}

/** As a telephone stores an upright photograph: rotated, with its orientation and its location in the metadata. */
export async function photograph(): Promise<Buffer> {
  const picture = await twoHalves(40, 20)
  return picture
    .withExif({
      IFD0: { Copyright: 'Ada Lovelace' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
    })
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

/** Three frames in different colours, for 50, 70 and 90 ms, shown twice. */
export async function animation(): Promise<Buffer> {
  const pixels = Buffer.alloc(8 * 6 * 3 * 3)
  pixels.fill(255, 0, 144)
  pixels.fill(100, 144, 288)
  const raw = { width: 8, height: 18, channels: 3, pageHeight: 6 } as const
  const gif = await sharp(pixels, { raw })
    .gif({ delay: [50, 70, 90], loop: 2 })
    .toBuffer()
  return withGifComment(gif, 'made by Ada Lovelace')
}

function withGifComment(gif: Buffer, comment: string): Buffer {
  const block = Buffer.from(`\x21\xfe${String.fromCharCode(comment.length)}${comment}\0`, 'latin1')
  // after the header and the global palette, whose size is in the packed byte
  const at = 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1)
  return Buffer.concat([gif.subarray(0, at), block, gif.subarray(at)])
}

/** A PNG with a chunk of text. */
export async function notedPng(text = 'Author\0Ada Lovelace'): Promise<Buffer> {
  return withText(await noise(12, 9).png().toBuffer(), text)
}

/** The PNG with a character card. */
export function withCard(png: Buffer, card: object): Buffer {
  return withText(png, `chara\0${Buffer.from(JSON.stringify(card)).toString('base64')}`)
}

/** A PNG with a character card, in base64. */
export async function cardPng(card: object): Promise<string> {
  return withCard(await noise(12, 9).png().toBuffer(), card).toString('base64')
}

function withText(png: Buffer, text: string): Buffer {
  const headerEnd = 33
  return Buffer.concat([png.subarray(0, headerEnd), chunk('tEXt', text), png.subarray(headerEnd)])
}

/** A small PNG with filters, of more than 6 MiB without them. */
export function steepGradient(): Promise<Buffer> {
  const side = 1_480
  const row = randomBytes(side * 3)
  const rows = Array.from({ length: side }, (_, y) => row.map((value, x) => value + y * (1 + (x % 3))))
  const pixels = Buffer.concat(rows)
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png({ adaptiveFiltering: true })
    .toBuffer()
}

/** A file of 110 kB that would need 900 MB as pixels. */
export function bomb(): Buffer {
  const side = 30_000
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // one bit per pixel, grey
  header[8] = 1
  const rows = deflateSync(Buffer.alloc(side * (1 + side / 8)))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', '')])
}

/** Many frames of one pixel: small, but expensive to process. */
export function flicker(frames: number): Buffer {
  const start = Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  const frame = Buffer.from('\x21\xf9\x04\0\x05\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1')
  return Buffer.concat([start, ...Array.from({ length: frames }, () => frame), Buffer.from(';')])
}

/** A chunk of a PNG. */
export function chunk(name: string, data: string | Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), Buffer.from(data)])
  const length = Buffer.alloc(4)
  const check = Buffer.alloc(4)
  length.writeUInt32BE(named.length - 4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** One chunk in the container of WebP. */
export function webpOf(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(20)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(12 + data.length, 4)
  head.write(`WEBP${name}`, 8, 'latin1')
  head.writeUInt32LE(data.length, 16)
  return Buffer.concat([head, data])
}

/** Of the extended format: 16,777,216 pixels a side. */
export const hugeCanvas = Buffer.from([0, 0, 0, 0, 255, 255, 255, 255, 255, 255])

export const lossyWebp = () => noise(99, 99).webp().toBuffer()

/** Two frames. */
export function animatedWebp(): Promise<Buffer> {
  const raw = { width: 4, height: 8, channels: 3, pageHeight: 4 } as const
  const pixels = Buffer.alloc(4 * 8 * 3).fill(255, 0, 48)
  return sharp(pixels, { raw })
    .webp({ delay: [50, 50] })
    .toBuffer()
}

/** More pixels than are decoded, in few bytes. */
export function webpBomb(): Promise<Buffer> {
  const create = { width: 16_383, height: 2_100, channels: 3, background: '#888' } as const
  return sharp({ create }).webp({ lossless: true, effort: 0 }).toBuffer()
}

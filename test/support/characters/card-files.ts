import { buffer } from 'node:stream/consumers'
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import { ZipFile } from 'yazl'
import { chunk, webpOf } from '../images/pictures.js'

// Files of cards as programs write them, and as an attacker would.

export const base64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64')

/** A picture with these chunks after its header. */
export const pngWith = (picture: Buffer, ...chunks: readonly Buffer[]) =>
  Buffer.concat([picture.subarray(0, 33), ...chunks, picture.subarray(33)])

export const textChunk = (keyword: string, text: string | Buffer) =>
  chunk('tEXt', Buffer.concat([Buffer.from(`${keyword}\0`), Buffer.from(text)]))

export const compressedChunk = (keyword: string, text: string | Buffer) =>
  chunk('zTXt', Buffer.concat([Buffer.from(`${keyword}\0\0`), deflateSync(text)]))

export const internationalChunk = (keyword: string, text: string, isCompressed: boolean) =>
  chunk(
    'iTXt',
    Buffer.concat([
      Buffer.from(`${keyword}\0${isCompressed ? '\x01' : '\0'}\0en\0title\0`),
      isCompressed ? deflateSync(text) : Buffer.from(text),
    ]),
  )

/** A WebP in the extended format, with one chunk of metadata at its end. */
export function webpWith(picture: Buffer, type: 'EXIF' | 'XMP ', data: Buffer): Buffer {
  const flags = Buffer.alloc(10)
  flags[0] = type === 'EXIF' ? 8 : 4
  flags.writeUIntLE(7, 4, 3)
  flags.writeUIntLE(7, 7, 3)
  const part = (name: string, bytes: Buffer) => webpOf(name, bytes).subarray(12)
  const padded = data.length % 2 === 0 ? [] : [Buffer.alloc(1)]
  const chunks = Buffer.concat([part('VP8X', flags), picture.subarray(12), part(type, data), ...padded])
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(chunks.length + 4, 4)
  return Buffer.concat([head, chunks])
}

/** Exif data with one comment of the user. */
export function exifWith(comment: Buffer, { isLittle = true, prefix = '' } = {}): Buffer {
  const tiff = Buffer.alloc(44)
  const write = (at: number, bytes: 2 | 4, value: number) =>
    isLittle ? tiff.writeUIntLE(value, at, bytes) : tiff.writeUIntBE(value, at, bytes)
  tiff.write(isLittle ? 'II' : 'MM', 'latin1')
  write(2, 2, 42)
  write(4, 4, 8)
  // one entry: the directory of the photograph
  write(8, 2, 1)
  write(10, 2, 0x8769)
  write(12, 2, 4)
  write(14, 4, 1)
  write(18, 4, 26)
  write(22, 4, 0)
  write(26, 2, 1)
  write(28, 2, 0x9286)
  write(30, 2, 7)
  write(32, 4, comment.length)
  write(36, 4, 44)
  return Buffer.concat([Buffer.from(prefix, 'latin1'), tiff, comment])
}

type Files = Readonly<Record<string, string | Buffer>>

export async function archiveOf(files: Files): Promise<Buffer> {
  const archive = new ZipFile()
  for (const [name, content] of Object.entries(files)) archive.addBuffer(Buffer.from(content), name)
  archive.end()
  return buffer(archive.outputStream)
}

interface RawEntry {
  readonly name: string
  readonly content: Buffer
  /** What the archive says, where that is not true. */
  readonly size?: number
  readonly flags?: number
}

/** An archive byte by byte, with names and sizes that no library writes. */
export function rawArchive(entries: readonly RawEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let place = 0
  for (const { name, content, size = content.length, flags = 0x800 } of entries) {
    const [label, packed] = [Buffer.from(name), deflateRawSync(content)]
    const head = (signature: number, bytes: number, at: number) => {
      const data = Buffer.alloc(bytes)
      data.writeUInt32LE(signature)
      data.writeUInt16LE(20, at)
      data.writeUInt16LE(flags, at + 2)
      data.writeUInt16LE(8, at + 4)
      data.writeUInt32LE(crc32(content), at + 10)
      data.writeUInt32LE(packed.length, at + 14)
      data.writeUInt32LE(size, at + 18)
      data.writeUInt16LE(label.length, at + 22)
      return data
    }
    const central = head(0x02014b50, 46, 6)
    central.writeUInt32LE(place, 42)
    directory.push(central, label)
    const local = Buffer.concat([head(0x04034b50, 30, 4), label, packed])
    parts.push(local)
    place += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(entries.length & 0xffff, 8)
  end.writeUInt16LE(entries.length & 0xffff, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(place, 16)
  return Buffer.concat([...parts, central, end])
}

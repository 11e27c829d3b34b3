import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipFile {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array>
}

interface Written {
  readonly name: Buffer
  readonly crc: number
  readonly size: number
  readonly packed: number
  readonly offset: number
}

/** A number of bytes, little-endian, by the number of bytes. */
type Field = readonly [width: 2 | 4 | 8, value: number]

const version = 45
/** Sizes follow the content, and names are UTF-8. */
const flags = 0x808
const deflated = 8
// 1 January 1980: readers require a date
const date = 0x21
const inZip64 = 0xff_ff_ff_ff

/** A ZIP64 archive, file by file, in constant memory. Its reader sets the pace. */
export async function* zip(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer, void, undefined> {
  const written: Written[] = []
  let offset = 0
  for await (const { name: text, content } of files) {
    const name = Buffer.from(text)
    const sums = { crc: 0, size: 0 }
    const head = headOf(name)
    yield head
    let packed = 0
    // a failure of one stream ends both
    const deflate = pipeline(Readable.from(counted(content, sums)), createDeflateRaw(), () => undefined)
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      packed += chunk.length
      yield chunk
    }
    const tail = fields([4, 0x08074b50], [4, sums.crc], [8, packed], [8, sums.size])
    yield tail
    written.push({ name, ...sums, packed, offset })
    offset += head.length + packed + tail.length
  }
  let length = 0
  for (const each of written) {
    const record = recordOf(each)
    length += record.length
    yield record
  }
  const count = written.length
  const end = fields([4, 0x06064b50], [8, 44], [2, version], [2, version], [4, 0], [4, 0])
  const totals = fields([8, count], [8, count], [8, length], [8, offset])
  const locator = fields([4, 0x07064b50], [4, 0], [8, offset + length], [4, 1])
  const last = fields([4, 0x06054b50], [2, 0], [2, 0], [2, 0xffff], [2, 0xffff], [4, inZip64], [4, inZip64], [2, 0])
  yield Buffer.concat([end, totals, locator, last])
}

async function* counted(
  content: AsyncIterable<Uint8Array>,
  sums: { crc: number; size: number },
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const bytes of content) {
    sums.crc = crc32(bytes, sums.crc)
    sums.size += bytes.length
    yield bytes
  }
}

function headOf(name: Buffer): Buffer {
  const head = fields([4, 0x04034b50], [2, version], [2, flags], [2, deflated], [2, 0], [2, date], [4, 0])
  // the extra field says that the sizes after the content have 8 bytes
  const sizes = fields([4, inZip64], [4, inZip64], [2, name.length], [2, 20])
  return Buffer.concat([head, sizes, name, fields([2, 1], [2, 16], [8, 0], [8, 0])])
}

function recordOf({ name, crc, size, packed, offset }: Written): Buffer {
  const head = fields([4, 0x02014b50], [2, version], [2, version], [2, flags], [2, deflated], [2, 0], [2, date])
  const sums = fields([4, crc], [4, inZip64], [4, inZip64], [2, name.length], [2, 28])
  const place = fields([2, 0], [2, 0], [2, 0], [4, 0], [4, inZip64])
  return Buffer.concat([head, sums, place, name, fields([2, 1], [2, 24], [8, size], [8, packed], [8, offset])])
}

function fields(...values: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(values.reduce((sum, [width]) => sum + width, 0))
  let at = 0
  for (const [width, value] of values) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at)
    else bytes.writeUIntLE(value, at, width)
    at += width
  }
  return bytes
}

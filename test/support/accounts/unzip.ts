import { crc32, inflateRawSync } from 'node:zlib'

/** The files of a ZIP64 archive by name, found through its directory and checked by their sums. */
export function unzip(archive: Buffer): ReadonlyMap<string, Buffer> {
  const last = archive.length - 22
  const end = Number(archive.readBigUInt64LE(last - 20 + 8))
  const count = Number(archive.readBigUInt64LE(end + 32))
  const files = new Map<string, Buffer>()
  let at = Number(archive.readBigUInt64LE(end + 48))
  for (let n = 0; n < count; n += 1) {
    const nameLength = archive.readUInt16LE(at + 28)
    const extra = at + 46 + nameLength
    const name = archive.toString('utf8', at + 46, extra)
    const [size, packed, offset] = [4, 12, 20].map((skip) => Number(archive.readBigUInt64LE(extra + skip)))
    const head = offset ?? 0
    const begin = head + 30 + archive.readUInt16LE(head + 26) + archive.readUInt16LE(head + 28)
    const content = inflateRawSync(archive.subarray(begin, begin + (packed ?? 0)))
    if (content.length !== size || crc32(content) !== archive.readUInt32LE(at + 16))
      throw new Error(`${name} is broken`)
    files.set(name, content)
    at = extra + archive.readUInt16LE(at + 30)
  }
  return files
}

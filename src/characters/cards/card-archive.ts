import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { AppError } from '@parley/runtime'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { ZipFile as Archive } from 'yazl'
import { limits } from '../../limits.js'
import { refusedCard, tooManyAssets, tooMuchJson } from './card-fault.js'

/** Files of an archive by their names, which are labels and never paths. */
export type ArchiveFiles = ReadonlyMap<string, Buffer>

/** The name of the card in its archive. */
export const cardName = 'card.json'
const mostFiles = 4_096
const [endBytes, mostCommentBytes, endSignature] = [22, 65_535, 0x06054b50]

/**
 * Where the archive at the end of a file begins, as a picture may precede it: 0 also when its places count from the beginning of
 * the file. Undefined for a file without one.
 */
export function archiveStart(file: Buffer): number | undefined {
  const last = file.length - endBytes
  for (let at = last; at >= Math.max(0, last - mostCommentBytes); at -= 1)
    if (file.readUInt32LE(at) === endSignature)
      return Math.max(0, at - file.readUInt32LE(at + 12) - file.readUInt32LE(at + 16))
  return undefined
}

/**
 * The files of an archive, read from its central directory. Number and sizes are bounded before anything is inflated, and what
 * inflates to another size than its entry says is refused. Throws BAD_USER_INPUT with the reason.
 */
export async function readArchive(archive: Buffer): Promise<ArchiveFiles> {
  try {
    const zip = await fromBufferPromise(archive)
    const files = new Map<string, Buffer>()
    for (const [name, entry] of await entriesOf(zip)) files.set(name, await contentOf(zip, entry))
    return files
  } catch (error) {
    throw faultOf(error)
  }
}

export async function writeArchive(files: Iterable<readonly [string, Buffer]>): Promise<Buffer> {
  const archive = new Archive()
  // most assets are compressed files
  for (const [name, content] of files) archive.addBuffer(content, name, { compress: name.endsWith('.json') })
  archive.end()
  return buffer(archive.outputStream)
}

async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  let bytes = 0
  if (zip.entryCount > mostFiles) throw refusedCard('TOO_LARGE', 'has more than 4,096 files in its archive')
  for await (const entry of zip.eachEntry()) {
    const { fileName: name, uncompressedSize: size } = entry
    if (name === '' || name.endsWith('/')) continue
    if (entries.has(name)) throw refusedCard('ARCHIVE_REFUSED', 'has two files of one name in its archive')
    if (!entry.canDecodeFileData())
      throw refusedCard('ARCHIVE_REFUSED', 'has encrypted files in its archive, or of another compression')
    if (name === cardName && size > limits.cardBytes) throw tooMuchJson()
    if (name !== cardName && (bytes += size) > limits.cardAssetBytes) throw tooManyAssets()
    entries.set(name, entry)
  }
  return entries
}

async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const content = await buffer(await zip.openReadStreamPromise(entry))
  if (content.length !== entry.uncompressedSize || crc32(content) !== entry.crc32) throw damaged()
  return content
}

const damaged = () => refusedCard('DAMAGED', 'is in a damaged archive')

function faultOf(error: unknown) {
  if (error instanceof Error && /^(?:invalid relative path|absolute path|invalid characters)/.test(error.message))
    return refusedCard('ARCHIVE_REFUSED', 'has a name in its archive that leads out of it')
  return error instanceof AppError ? error : damaged()
}

import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { DocumentRefused } from '../../document-refused.js'

/** A file of an office program has some tens of parts, and one for each picture. */
const maxParts = 10_000
/** XML of an office program shrinks to a twentieth or so. */
const maxRatio = 200
/** A short part can shrink further. */
const ratioFrom = 1_000_000

const encryptedFlag = 1

/** The parts of an office file, which is a ZIP archive. What is inflated counts against one bound. */
export class PackageParts {
  #left: number

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    inflatedBytes: number,
  ) {
    this.#left = inflatedBytes
  }

  static async open(bytes: Uint8Array, inflatedBytes: number): Promise<PackageParts> {
    const zip = await orBroken(openZip(bytes))
    if (zip.entryCount > maxParts) throw new DocumentRefused('too_large')
    return new PackageParts(zip, await orBroken(entriesOf(zip)), inflatedBytes)
  }

  /** The text of a part; undefined if the file has none of that name. */
  async read(name: string): Promise<string | undefined> {
    const entry = this.entries.get(name)
    if (!entry) return undefined
    if ((entry.generalPurposeBitFlag & encryptedFlag) !== 0) throw new DocumentRefused('encrypted')
    // the sizes that the archive claims; yauzl refuses data that exceeds them
    const { compressedSize, uncompressedSize } = entry
    if (uncompressedSize > this.#left) throw new DocumentRefused('too_large')
    if (uncompressedSize > ratioFrom && uncompressedSize > compressedSize * maxRatio) {
      throw new DocumentRefused('too_large')
    }
    this.#left -= uncompressedSize
    const bytes = await orBroken(this.#inflate(entry))
    const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
    return new TextDecoder(isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes)
  }

  async #inflate(entry: Entry): Promise<Buffer> {
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      this.zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)))
    })
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  }
}

function openZip({ buffer, byteOffset, byteLength }: Uint8Array): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(buffer, byteOffset, byteLength)
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => (error ? reject(error) : resolve(zip)))
  })
}

/** Two parts of one name would let two readers see two documents. */
function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      if (entries.has(entry.fileName)) return reject(new DocumentRefused('broken'))
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', reject)
    zip.readEntry()
  })
}

/** What the archive reader finds is a fault of the file. */
async function orBroken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof DocumentRefused ? error : new DocumentRefused('broken')
  }
}

import type { StorageEngine } from 'multer'
import { GatheredBytes } from './gathered-bytes.js'
import type { UploadLease } from './upload-memory.js'

/** The file of an uploaded form. */
export interface UploadedFile {
  readonly bytes: Buffer
  /** The file exceeds its limit; `bytes` has only its beginning. */
  readonly isCut: boolean
}

type Handle = StorageEngine['_handleFile']
type Remove = StorageEngine['_removeFile']

// enough to recognize the type of the file
const beginningBytes = 8_192

/**
 * Keeps the one file of a form in memory, never on disk. Of a file above the limit it keeps only the beginning. Call
 * `release`.
 */
export class MemoryFileStorage implements StorageEngine {
  #gathered = new GatheredBytes()
  #keptBytes = 0
  #hasFile = false
  #isCut = false

  constructor(
    private readonly limitBytes: number,
    private readonly memory: UploadLease,
  ) {}

  /** Undefined without a file in the form. */
  get file(): UploadedFile | undefined {
    return this.#hasFile ? { bytes: this.#gathered.joined(), isCut: this.#isCut } : undefined
  }

  /** Keeps only the beginning of the received bytes, and nothing that arrives later. */
  cut(): void {
    // a copy, since a slice would keep the whole buffer in memory
    const beginning = Buffer.from(this.#gathered.joined().subarray(0, beginningBytes))
    this.memory.release(this.#keptBytes - beginning.length)
    this.#gathered = new GatheredBytes()
    this.#gathered.append(beginning)
    this.#keptBytes = beginning.length
    this.#isCut = true
  }

  /** Frees the memory. Bytes that arrive later are discarded. */
  release(): void {
    this.memory.close()
    this.#gathered = new GatheredBytes()
    this.#keptBytes = 0
    this.#isCut = true
  }

  readonly _handleFile: Handle = (_request, { stream }, done) => {
    this.#hasFile = true
    stream.on('data', (chunk: Buffer) => {
      try {
        this.#append(chunk)
      } catch (error) {
        this.cut()
        done(error)
      }
    })
    stream.on('end', () => done(null, {}))
  }

  readonly _removeFile: Remove = (_request, _file, done) => {
    this.release()
    done(null)
  }

  #append(chunk: Buffer): void {
    if (this.#isCut) return
    this.memory.reserve(chunk.length)
    this.#gathered.append(chunk)
    this.#keptBytes += chunk.length
    if (this.#keptBytes > this.limitBytes) this.cut()
  }
}

import type { StorageEngine } from 'multer'
import type { UploadMemory } from './upload-memory.js'

/** The file of a form. */
export interface UploadedFile {
  readonly bytes: Buffer
  /** The file is longer than its bound, and these are only its first bytes. */
  readonly isCut: boolean
}

type Handle = StorageEngine['_handleFile']
type Remove = StorageEngine['_removeFile']

// enough to recognise the kind of file
const beginningBytes = 8_192

/** Keeps the one file of a form in memory, never on a disk; of a file past the bound only the beginning. Release it. */
export class KeptFile implements StorageEngine {
  #chunks: Buffer[] = []
  #keptBytes = 0
  #isThere = false
  #isCut = false

  constructor(
    private readonly limitBytes: number,
    private readonly memory: UploadMemory,
  ) {}

  /** Undefined when none has come. */
  get file(): UploadedFile | undefined {
    return this.#isThere ? { bytes: this.#joined(), isCut: this.#isCut } : undefined
  }

  /** What has come is all that is kept of it. */
  cut(): void {
    // a copy: a part of a buffer would keep the whole of it
    const beginning = Buffer.from(this.#joined().subarray(0, beginningBytes))
    this.memory.release(this.#keptBytes - beginning.length)
    this.#chunks = [beginning]
    this.#keptBytes = beginning.length
    this.#isCut = true
  }

  /** Nothing that still arrives is kept. */
  release(): void {
    this.memory.release(this.#keptBytes)
    this.#chunks = []
    this.#keptBytes = 0
    this.#isCut = true
  }

  readonly _handleFile: Handle = (_request, { stream }, done) => {
    this.#isThere = true
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

  #joined(): Buffer {
    const bytes = Buffer.concat(this.#chunks)
    this.#chunks = [bytes]
    return bytes
  }

  #append(chunk: Buffer): void {
    if (this.#isCut) return
    this.memory.reserve(chunk.length)
    this.#chunks.push(chunk)
    this.#keptBytes += chunk.length
    if (this.#keptBytes > this.limitBytes) this.cut()
  }
}

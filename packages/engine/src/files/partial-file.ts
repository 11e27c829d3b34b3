import { createHash, hash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, rename, rm, writeFile, type FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { parsedJson } from '@parley/runtime'
import { ModelUnavailable } from './model-unavailable.js'

const stateSchema = z.object({ version: z.string(), total: z.number().optional() })
/** The address may contain credentials: its digest is enough to recognize it. */
const recordSchema = stateSchema.extend({ address: z.string() })

/** The version of the file to which the part belongs. */
type PartState = z.infer<typeof stateSchema>

/** The downloaded part of a file, kept beside the file's path until it is complete. */
export class PartialFile {
  #hash: Hash = createHash('sha256')
  #written = 0
  #beginning = ''
  #known: PartState | undefined

  private constructor(
    private readonly path: string,
    private readonly address: string,
    private readonly file: FileHandle,
  ) {}

  /** Resumes the part of `url`. */
  static async open(path: string, url: string): Promise<PartialFile> {
    const address = hash('sha256', url)
    const part = new PartialFile(path, address, await open(`${path}.part`, 'a+'))
    const record = await readRecord(`${path}.part.json`)
    if (record?.address === address) await part.#readBack(record)
    else await part.restart()
    return part
  }

  get size(): number {
    return this.#written
  }

  /** The first four bytes, or fewer in a shorter part. */
  get head(): string {
    return this.#beginning
  }

  get state(): PartState | undefined {
    return this.#known
  }

  get sha256(): string {
    return this.#hash.copy().digest('hex')
  }

  /** Empties the part; later bytes belong to `state`. */
  async restart(state?: PartState): Promise<void> {
    await this.file.truncate(0)
    this.#hash = createHash('sha256')
    this.#written = 0
    this.#beginning = ''
    this.#known = state
    if (state) await writeFile(`${this.path}.part.json`, JSON.stringify({ ...state, address: this.address }))
    else await rm(`${this.path}.part.json`, { force: true })
  }

  async append(bytes: Uint8Array): Promise<void> {
    await this.file.appendFile(bytes)
    this.#count(bytes)
  }

  /**
   * The part is the whole file: flushes it to the disk, then moves it to its path. When its size differs from the bytes
   * written, deletes it and throws ModelUnavailable.
   */
  async finish(): Promise<void> {
    const { size } = await this.file.stat()
    if (size !== this.#written) {
      const sentence = `${this.path}.part has ${String(size)} bytes, and not the ${String(this.#written)} that came`
      await this.restart()
      throw new ModelUnavailable(`${sentence}: something else writes to it`)
    }
    await this.file.sync()
    await this.file.close()
    await rename(`${this.path}.part`, this.path)
    await rm(`${this.path}.part.json`, { force: true })
  }

  async close(): Promise<void> {
    await this.file.close()
  }

  async #readBack(state: PartState): Promise<void> {
    const pieces: AsyncIterable<Buffer> = createReadStream(`${this.path}.part`)
    for await (const bytes of pieces) this.#count(bytes)
    this.#known = state
  }

  #count(bytes: Uint8Array): void {
    this.#hash.update(bytes)
    this.#beginning += Buffer.from(bytes.subarray(0, 4 - this.#beginning.length)).toString('latin1')
    this.#written += bytes.length
  }
}

/** Undefined when the record is missing, or truncated by a crash: then the part is discarded. */
async function readRecord(path: string): Promise<z.infer<typeof recordSchema> | undefined> {
  return recordSchema.safeParse(parsedJson(await readFile(path, 'utf8').catch(() => ''))).data
}

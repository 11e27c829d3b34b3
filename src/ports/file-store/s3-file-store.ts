import { hash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { AppError, ConcurrencyLimit, type Logger, repeat, StoreUnwritable, within } from '@parley/runtime'
import { bucketFault, readListing, type ListedPage } from './bucket-answers.js'
import { BucketClient, type BucketAddress } from './bucket-client.js'
import { BucketFailure } from './bucket-failure.js'
import { fileIdForm, type FileStore, type OpenFile, type StoredFile } from './file-store.js'
import { cancelled, objectBody } from './object-body.js'
import { Spool } from './spool.js'

interface S3FileStoreOptions {
  readonly address: BucketAddress
  /** Begins the key of every object, and ends with a slash. */
  readonly prefix: string
  /** For what arrives in parts. */
  readonly spoolFolder: string
  readonly log: Logger
  /** How long a request waits for its answer, and a reader for the next part of a file, in milliseconds. */
  readonly timeoutMs?: number
  /** The interval of the checks whether the bucket is available, in milliseconds. */
  readonly checkMs?: number
}

const defaultTimeoutMs = 10_000
const defaultCheckMs = 10_000
// contains a dot, so no file has this name
const probeName = 'write.probe'
const notAnId = 'not the id of a file'

/**
 * Files as objects of a bucket, on a server that speaks the S3 protocol. Several processes may share it. Methods throw
 * AppError UNAVAILABLE when the bucket cannot be used.
 */
export class S3FileStore implements FileStore {
  readonly #client: BucketClient
  readonly #options: S3FileStoreOptions
  readonly #timeoutMs: number
  readonly #spool: Spool
  /** Of gathered parts, which are in memory meanwhile. */
  readonly #sending = new ConcurrencyLimit(1)
  #isAvailable = true
  #onRefused: (error: unknown) => void = () => undefined
  #stopChecks: (() => Promise<void>) | undefined

  private constructor(options: S3FileStoreOptions) {
    this.#options = options
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs
    this.#spool = new Spool(options.spoolFolder)
    this.#client = new BucketClient(options.address, this.#timeoutMs)
  }

  /**
   * Checks the address, or leaves that for later if the bucket is unavailable.
   * @throws AppError BAD_USER_INPUT when the server refuses the address or the key.
   */
  static async open(options: S3FileStoreOptions): Promise<S3FileStore> {
    const store = new S3FileStore(options)
    const failure = await within(store.#timeoutMs / 2, store.#check())
    const fault = failure && bucketFault(failure)
    if (fault !== undefined) throw new AppError('BAD_USER_INPUT', { message: fault, cause: failure })
    store.#stopChecks = repeat(() => store.#check(), { everyMs: options.checkMs ?? defaultCheckMs })
    return store
  }

  /** False while images can be neither stored nor read. */
  get isAvailable(): boolean {
    return this.#isAvailable
  }

  /** Calls `onRefused` with the error of each write that the bucket refuses, although it answers. */
  watchWrites(onRefused: (error: unknown) => void): void {
    this.#onRefused = onRefused
  }

  /** @throws StoreUnwritable when the bucket refuses the write, although it answers. */
  async put(id: string, bytes: Uint8Array): Promise<void> {
    const key = this.#key(id)
    if (key === undefined) throw new Error(notAnId)
    await this.#write(key, bytes)
  }

  /** Throws as `put`. */
  async putParts(id: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
    if (this.#key(id) === undefined) throw new Error(notAnId)
    await this.#spool.gathered(parts, (path) => this.#sending.run(async () => this.put(id, await readFile(path))))
  }

  /** Stores 64 KiB and removes them. Throws as `put`. */
  async probeWrites(): Promise<void> {
    // a start waits for this
    if (!this.#isAvailable) throw unavailable()
    const key = this.#options.prefix + probeName
    await this.#write(key, randomBytes(65_536))
    // what is left of a probe is overwritten by the next one
    await this.#client.text({ method: 'DELETE', key }).catch(() => undefined)
  }

  async #write(key: string, bytes: Uint8Array): Promise<void> {
    // the server compares the bytes with the digest, so a cut body is refused
    const headers = { 'content-type': 'application/octet-stream', 'x-amz-content-sha256': hash('sha256', bytes) }
    try {
      const answer = await this.#client.open({ method: 'PUT', key, headers, body: bytes })
      await answer.body?.cancel()
      // every S3 server sends it, and nothing that stands in front of one
      if (!answer.headers.has('etag')) throw BucketFailure.unexpected()
      this.#report(undefined)
    } catch (error) {
      throw await this.#refusal(BucketFailure.of(error))
    }
  }

  /** Only writes are refused when the server answers both: this one with an error, and a listing. */
  async #refusal(failure: BucketFailure): Promise<AppError> {
    const isAnswer = failure.status !== undefined && failure.status >= 300
    if (!isAnswer || (await this.#check()) !== undefined) return this.#unavailable(failure)
    this.#onRefused(failure)
    return new StoreUnwritable('images', failure)
  }

  async open(id: string): Promise<OpenFile | undefined> {
    const key = this.#key(id)
    if (key === undefined) return undefined
    // all of it from one request, so that a deletion during the reading changes nothing
    const response = await this.#send(() => this.#client.open({ method: 'GET', key }))
    if (!response) return undefined
    const size = Number(response.headers.get('content-length') ?? NaN)
    if (!response.body || !Number.isSafeInteger(size) || response.headers.has('content-encoding')) {
      await response.body?.cancel()
      throw this.#unavailable(BucketFailure.unexpected())
    }
    const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
    const body = { reader, size, timeoutMs: this.#timeoutMs, onError: (error: unknown) => this.#unavailable(error) }
    return { size, read: (range) => objectBody(body, range), close: () => cancelled(reader) }
  }

  async find(id: string): Promise<StoredFile | undefined> {
    const key = this.#key(id)
    const head = key === undefined ? undefined : await this.#send(() => this.#client.open({ method: 'HEAD', key }))
    if (head) return { storedAt: this.#changedAt(head), size: Number(head.headers.get('content-length')) }
    // an answer to HEAD does not say whether the object or the bucket is missing
    if (key !== undefined) await this.#page({ limit: 1 })
    return undefined
  }

  async delete(id: string): Promise<void> {
    const key = this.#key(id)
    if (key !== undefined) await this.#send(() => this.#client.text({ method: 'DELETE', key }))
  }

  async *list(): AsyncIterable<string> {
    const { prefix } = this.#options
    let page: ListedPage | undefined
    do {
      page = await this.#page({ after: page?.next })
      for (const key of page.keys) {
        const id = key.slice(prefix.length)
        if (key.startsWith(prefix) && fileIdForm.test(id)) yield id
      }
    } while (page.next !== undefined)
  }

  /** A put is one request, which leaves no drafts in the bucket. */
  tidy(before: number): Promise<void> {
    return this.#spool.tidy(before)
  }

  async close(): Promise<void> {
    await this.#stopChecks?.()
  }

  /** An id can only name an object below the prefix. */
  #key(id: string): string | undefined {
    return fileIdForm.test(id) ? this.#options.prefix + id : undefined
  }

  async #check(): Promise<BucketFailure | undefined> {
    try {
      await this.#page({ limit: 1 })
      return undefined
    } catch (error) {
      return BucketFailure.of(error instanceof AppError ? error.cause : error)
    }
  }

  async #page({ after, limit }: { after?: string | undefined; limit?: number }): Promise<ListedPage> {
    const query = {
      'list-type': '2',
      prefix: this.#options.prefix,
      ...(after === undefined ? {} : { 'continuation-token': after }),
      ...(limit === undefined ? {} : { 'max-keys': String(limit) }),
    }
    const page = readListing((await this.#send(() => this.#client.text({ method: 'GET', query }))) ?? '')
    // a repeated token would never end the listing
    if (!page || (after !== undefined && page.next === after)) throw this.#unavailable(BucketFailure.unexpected())
    return page
  }

  /** The answer; undefined when the object does not exist. */
  async #send<T>(request: () => Promise<T>): Promise<T | undefined> {
    try {
      const answer = await request()
      this.#report(undefined)
      return answer
    } catch (error) {
      const failure = BucketFailure.of(error)
      if (!failure.isMissingObject) throw this.#unavailable(failure)
      this.#report(undefined)
      return undefined
    }
  }

  #changedAt(head: Response): number {
    const changedAt = Date.parse(head.headers.get('last-modified') ?? '')
    if (Number.isNaN(changedAt)) throw this.#unavailable(BucketFailure.unexpected())
    return changedAt
  }

  #unavailable(error: unknown): AppError {
    const cause = BucketFailure.of(error)
    this.#report(cause.reason)
    return unavailable(cause)
  }

  /** Logs the change when the bucket becomes unavailable, for a reason, or available. */
  #report(reason: string | undefined): void {
    const isAvailable = reason === undefined
    if (isAvailable === this.#isAvailable) return
    this.#isAvailable = isAvailable
    const { bucket, endpoint } = this.#options.address
    if (isAvailable) this.#options.log.info({ bucket, endpoint }, 'image_bucket.available')
    else this.#options.log.warn({ bucket, endpoint, reason }, 'image_bucket.unavailable')
  }
}

function unavailable(cause?: BucketFailure): AppError {
  return new AppError('UNAVAILABLE', { part: 'store', message: 'The image bucket is unavailable', cause })
}

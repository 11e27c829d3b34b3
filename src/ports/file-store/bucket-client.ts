import { setTimeout as delay } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { boundedText } from '@parley/runtime'
import { readErrorCode } from './bucket-answers.js'
import { BucketFailure } from './bucket-failure.js'

/** A bucket, as `IMAGES_URL` names it, and the key for it. */
export interface BucketAddress {
  readonly bucket: string
  /** Scheme, host and port of the server. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

interface BucketRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** The key of an object; without one the request is for the bucket. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

const attempts = 3
const firstPauseMs = 100
/** Of an answer that is read whole: a page of 1,000 long keys is shorter. */
const answerLimitBytes = 8_388_608

/** Signed requests to one bucket, by its path. All are idempotent, so a failed attempt is repeated twice. */
export class BucketClient {
  readonly #signer: AwsClient
  readonly #url: string

  constructor(
    { bucket, endpoint, ...signing }: BucketAddress,
    /** The time of one attempt, in milliseconds. */
    private readonly timeoutMs: number,
  ) {
    this.#signer = new AwsClient({ ...signing, service: 's3', retries: 0 })
    this.#url = `${endpoint}/${bucket}`
  }

  /** The whole answer. Throws BucketFailure. */
  text(request: BucketRequest): Promise<string> {
    return this.#repeated(request, textOf)
  }

  /** The answer with its body unread: the caller must read or cancel it. Throws BucketFailure. */
  open(request: BucketRequest): Promise<Response> {
    return this.#repeated(request, (response) => Promise.resolve(response))
  }

  async #repeated<T>(request: BucketRequest, read: (response: Response) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(request, read)
      } catch (error) {
        const failure = BucketFailure.of(error)
        if (attempt === attempts || !failure.mayPass) throw failure
        await delay(firstPauseMs * 4 ** (attempt - 1) * (0.5 + Math.random()))
      }
    }
  }

  async #attempt<T>({ key, query, ...request }: BucketRequest, read: (response: Response) => Promise<T>): Promise<T> {
    const url = new URL(key === undefined ? this.#url : `${this.#url}/${key}`)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(BucketFailure.late()), this.timeoutMs)
    try {
      const signed = await this.#signer.sign(url, request)
      // the signal of a Request that is only passed on can be lost to the garbage collection of Node.js 20
      const response = await fetch(signed, { redirect: 'manual', signal: waiting.signal })
      if (response.ok) return await read(response)
      throw new BucketFailure(readErrorCode(await textOf(response)) ?? String(response.status), response.status)
    } finally {
      clearTimeout(timer)
    }
  }
}

function textOf({ body }: Response): Promise<string> {
  return boundedText(body, answerLimitBytes, () => BucketFailure.unexpected())
}

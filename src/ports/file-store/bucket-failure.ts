import { systemErrorCode } from '@parley/runtime'

const timedOut = 'timed out'

/** A request that failed. Nothing of the answer but its code is kept: it may repeat the signed request. */
export class BucketFailure extends Error {
  constructor(
    /** The code of the server, the status of its answer, or the code of the network error. */
    readonly reason: string,
    /** Undefined without an answer. */
    readonly status?: number,
  ) {
    super(`the image bucket failed: ${reason}`)
    this.name = 'BucketFailure'
  }

  static of(error: unknown): BucketFailure {
    if (error instanceof BucketFailure) return error
    return new BucketFailure(systemErrorCode(error instanceof Error ? error.cause : undefined))
  }

  static unexpected(): BucketFailure {
    return new BucketFailure('unexpected answer', 200)
  }

  static late(): BucketFailure {
    return new BucketFailure(timedOut)
  }

  get isMissingObject(): boolean {
    return this.status === 404 && (this.reason === 'NoSuchKey' || this.reason === '404')
  }

  /** Whether another attempt may succeed. A timeout has already taken as long as the caller can wait. */
  get mayPass(): boolean {
    if (this.status === undefined) return this.reason !== timedOut
    // 507: the server is full
    return this.status === 429 || (this.status >= 500 && this.status !== 507)
  }
}

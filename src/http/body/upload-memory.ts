import { AppError } from '../../errors.js'

/** The shared memory limit for the files of all uploads of a listener, in bytes. */
export class UploadMemory {
  #reserved = 0

  constructor(private readonly limitBytes = 134_217_728) {}

  /** Throws UNAVAILABLE without a reservation when the bytes exceed the limit. */
  reserve(bytes: number): void {
    if (this.#reserved + bytes > this.limitBytes) throw new AppError('UNAVAILABLE', { retryAfterMs: 2_000 })
    this.#reserved += bytes
  }

  release(bytes: number): void {
    this.#reserved -= bytes
  }
}

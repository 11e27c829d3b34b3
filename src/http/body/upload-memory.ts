import { AppError } from '../../errors.js'

/** The memory that the files of all uploads of a listener may use at one time, in bytes. */
export class UploadMemory {
  #reserved = 0

  constructor(private readonly limitBytes = 134_217_728) {}

  /** Throws UNAVAILABLE when there is no room; then nothing is taken. */
  reserve(bytes: number): void {
    if (this.#reserved + bytes > this.limitBytes) throw new AppError('UNAVAILABLE', { retryAfterMs: 2_000 })
    this.#reserved += bytes
  }

  release(bytes: number): void {
    this.#reserved -= bytes
  }
}

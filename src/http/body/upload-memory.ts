import { AppError } from '../../errors.js'

/** The memory that the files of all uploads of a listener may use at one time, in bytes. */
export class UploadMemory {
  #taken = 0

  constructor(private readonly limitBytes = 134_217_728) {}

  /** Throws UNAVAILABLE when there is no room; then nothing is taken. */
  take(bytes: number): void {
    if (this.#taken + bytes > this.limitBytes) throw new AppError('UNAVAILABLE', { retryAfterMs: 2_000 })
    this.#taken += bytes
  }

  give(bytes: number): void {
    this.#taken -= bytes
  }
}

import { AppError } from '../errors.js'

/** The images that may wait for the encoder. */
const most = { ofAccount: 32, inAll: 256 }
const retryAfterMs = 5_000

/** Encodes one image at a time. Those that wait have their turns by account, so that the images of one delay no other's. */
export class EncoderTurns {
  /** By account, the next one first. */
  readonly #waiting = new Map<number, (() => void)[]>()
  #isRunning = false

  constructor(private readonly bounds = most) {}

  /** Throws UNAVAILABLE when too many images of the account, or of all accounts, wait. */
  async run<T>(accountId: number, encode: () => Promise<T>): Promise<T> {
    if (this.#isRunning) await this.#turn(accountId)
    this.#isRunning = true
    try {
      return await encode()
    } finally {
      this.#next()
    }
  }

  #turn(accountId: number): Promise<void> {
    const own = this.#waiting.get(accountId) ?? []
    const all = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0)
    if (own.length >= this.bounds.ofAccount || all >= this.bounds.inAll)
      throw new AppError('UNAVAILABLE', { retryAfterMs })
    this.#waiting.set(accountId, own)
    return new Promise((resolve) => own.push(resolve))
  }

  /** The running state passes to the next image, so that none comes before it. */
  #next(): void {
    const [first] = this.#waiting
    this.#isRunning = first !== undefined
    if (!first) return
    const [accountId, own] = first
    this.#waiting.delete(accountId)
    own.shift()?.()
    if (own.length > 0) this.#waiting.set(accountId, own)
  }
}

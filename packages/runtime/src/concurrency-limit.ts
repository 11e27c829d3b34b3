import { abortReason } from './bounded-wait.js'

/** Limits concurrency. Further calls wait in the order of arrival, without a timeout. */
export class ConcurrencyLimit {
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(private readonly limit: number) {}

  /** Rejects with the reason of the signal when that aborts before the turn of the call. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    if (this.#running < this.limit) this.#running += 1
    else await this.#turn(signal)
    try {
      return await work()
    } finally {
      // the next call inherits this slot
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  #turn(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1)
        if (signal) reject(abortReason(signal))
      }
      this.#waiting.push(begin)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }
}

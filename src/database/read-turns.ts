import { setImmediate } from 'node:timers/promises'
import { sliceMs } from '../work-slices.js'

/**
 * Reads of SQLite occupy the thread of the process. Those that come when others have worked for 20 ms wait for a turn of the event loop, in their
 * order, and a turn serves as many as fit into 20 ms.
 */
export class ReadTurns {
  /** Of the reads since others last waited, in milliseconds. */
  #tookMs = 0
  readonly #waiting: (() => void)[] = []

  async run<T>(read: () => Promise<T>): Promise<T> {
    if (this.#tookMs >= sliceMs || this.#waiting.length > 0) await this.#turn()
    const [begunAt, before] = [performance.now(), this.#tookMs]
    const count = () => void (this.#tookMs = Math.max(this.#tookMs, before + performance.now() - begunAt))
    const reading = read()
    // now too: further reads may begin before this one resolves
    count()
    return reading.finally(count)
  }

  #turn(): Promise<void> {
    if (this.#waiting.length === 0) void this.#serve()
    return new Promise((begin) => this.#waiting.push(begin))
  }

  async #serve(): Promise<void> {
    do {
      await setImmediate()
      this.#tookMs = 0
      while (this.#waiting.length > 0 && this.#tookMs < sliceMs) {
        this.#waiting[0]?.()
        // it runs before this goes on
        await Promise.resolve()
        this.#waiting.shift()
      }
    } while (this.#waiting.length > 0)
  }
}

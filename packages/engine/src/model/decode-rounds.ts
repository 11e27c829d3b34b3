import type { Lane } from './lane.js'

/**
 * Starts the next step of simultaneous replies only when each of them has its token. The library starts it with the
 * replies that are ready: every batch then lacks one of them, and the context stays locked until they end, so that a new
 * reply cannot begin.
 */
export class DecodeRounds {
  readonly #running = new Set<Lane>()
  readonly #arrived = new Map<Lane, () => void>()

  /** The lane decodes tokens from now until it leaves. */
  enter(lane: Lane): void {
    this.#running.add(lane)
  }

  leave(lane: Lane): void {
    this.#running.delete(lane)
    this.#arrived.delete(lane)
    this.#startWhenComplete()
  }

  /** The lane has a token: resolves when all running lanes have one. */
  arrive(lane: Lane): Promise<void> {
    return new Promise((resolve) => {
      this.#arrived.set(lane, resolve)
      this.#startWhenComplete()
    })
  }

  #startWhenComplete(): void {
    if (this.#arrived.size < this.#running.size) return
    const starts = [...this.#arrived.values()]
    this.#arrived.clear()
    for (const start of starts) start()
  }
}

import type { Logger } from '@parley/runtime'
import type { ServerState } from './redis-server.js'

/** How long a warning stays after the last deleted key, in milliseconds. */
const recentMs = 300_000

/** Whether the server may delete keys when it is full, and whether it does: replies whose keys are gone run again, or fail. */
export class EvictionWatch {
  #policy: string | undefined
  #evictedKeys: number | undefined
  #evictedAt = -Infinity

  /** `onRead` gets how many keys the server has deleted. */
  constructor(
    private readonly log: Logger,
    private readonly onRead: (evictedKeys: number) => void,
  ) {}

  see({ evicts, evictedKeys }: Pick<ServerState, 'evicts' | 'evictedKeys'>): void {
    this.#policy = evicts
    this.onRead(evictedKeys)
    // fewer: the server has been started again
    const grown = evictedKeys - (this.#evictedKeys ?? evictedKeys)
    this.#evictedKeys = evictedKeys
    if (grown <= 0) return
    if (!this.#isEvicting()) this.log.error({ keys: grown, policy: evicts }, 'redis.evicted')
    this.#evictedAt = performance.now()
  }

  /** Sentences for operators. */
  warnings(): readonly string[] {
    const advice = `set maxmemory-policy to noeviction`
    if (this.#isEvicting()) return [`Redis is full and deletes keys, so replies run again or fail: ${advice}`]
    return this.#policy === undefined ? [] : [`Redis may delete keys when it is full (${this.#policy}): ${advice}`]
  }

  #isEvicting(): boolean {
    return performance.now() - this.#evictedAt < recentMs
  }
}

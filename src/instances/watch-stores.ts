import { repeat, type StoreName, successWithin } from '@parley/runtime'
import { storeUp } from '../metrics/stores.js'

/** Each rejects when its store cannot be used. */
export type StoreChecks = Readonly<Partial<Record<StoreName | 'redis_bus' | 'redis_queue', () => Promise<unknown>>>>

/** The interval of the checks, and how long each waits for an answer, in milliseconds. */
export const checkMs = 5_000
export const answerMs = 5_000

/**
 * Checks stores without regard to requests, and keeps `parley_store_up` of each. The returned function stops it.
 */
export function watchStores(checks: StoreChecks): () => void {
  const stops = Object.entries(checks).map(([store, check]) => {
    let asked: Promise<unknown> | undefined
    const look = async () => {
      // a check that hangs occupies a connection: there is never a second one beside it
      asked ??= check().finally(() => (asked = undefined))
      const isUp = asked.then(() => 1)
      storeUp.set({ store }, (await successWithin(answerMs, isUp)) ?? 0)
    }
    return repeat(look, { everyMs: checkMs, isAtOnce: true })
  })
  return () => {
    for (const stop of stops) void stop()
  }
}

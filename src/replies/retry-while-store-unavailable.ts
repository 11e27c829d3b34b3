import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../errors.js'

// well below the lease, so no other instance has claimed the generation by then
const giveUpAfterMs = 15_000
const longestPauseMs = 1_000

/**
 * Retries `work` while the store is unavailable, for at most 15 s and never after the signal is aborted. `work` must be
 * idempotent: it may have succeeded although its answer was lost.
 */
export async function retryWhileStoreUnavailable<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const giveUpAt = performance.now() + giveUpAfterMs
  for (let pauseMs = 20; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await work()
    } catch (error) {
      if (!isStoreUnavailable(error) || signal.aborted || performance.now() > giveUpAt) throw error
      // an abort ends the pause, and the next failure is the last
      await pause(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
}

export function isStoreUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'UNAVAILABLE' && error.part === 'store'
}

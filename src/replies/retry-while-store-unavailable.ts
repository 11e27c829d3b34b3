import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../errors.js'

// well within a lease: no other instance has taken over the generation by then
const patienceMs = 15_000
const longestPauseMs = 1_000

/**
 * Does again what failed because the store could not be reached, at most for 15 s and never once the signal is aborted.
 * `work` must bear being done twice: it may have happened although its answer was lost.
 */
export async function retryWhileStoreUnavailable<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const giveUpAt = performance.now() + patienceMs
  for (let pauseMs = 20; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await work()
    } catch (error) {
      if (!isStoreAway(error) || signal.aborted || performance.now() > giveUpAt) throw error
      // an abort ends the pause; the next failure is then the last
      await pause(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
}

export function isStoreAway(error: unknown): boolean {
  return error instanceof AppError && error.code === 'UNAVAILABLE' && error.part === 'store'
}

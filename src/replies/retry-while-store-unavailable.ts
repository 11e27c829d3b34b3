import { AppError, pauseUnlessAborted } from '@parley/runtime'

const longestPauseMs = 1_000

/**
 * Retries `work` while the store is unavailable, and never after the signal is aborted: a reply that is generated
 * meanwhile is stored afterwards. `work` must be idempotent, since it may have succeeded although its answer was lost,
 * and must change nothing of a generation that another instance has claimed.
 */
export async function retryWhileStoreUnavailable<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let pauseMs = 20; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await work()
    } catch (error) {
      if (!isStoreUnavailable(error) || signal.aborted) throw error
      // an abort ends the pause, and the next failure is the last
      await pauseUnlessAborted(pauseMs, signal)
    }
  }
}

export function isStoreUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'UNAVAILABLE' && error.part === 'store'
}

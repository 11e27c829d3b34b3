import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@parley/runtime'

const maxAttempts = 30
const maxPauseMs = 50

/**
 * Calls `attempt` with the number of earlier tries until it returns a value; `undefined` means that another writer was
 * first. The pauses are random, so that competing writers do not collide again. Throws AppError UNAVAILABLE after 30
 * tries.
 */
export async function retryOnConflict<T>(attempt: (tries: number) => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < maxAttempts; tries += 1) {
    if (tries > 0) await sleep(Math.random() * Math.min(2 ** tries, maxPauseMs))
    const outcome = await attempt(tries)
    if (outcome !== undefined) return outcome
  }
  throw new AppError('UNAVAILABLE', { part: 'store', message: 'Too many writers in one place' })
}

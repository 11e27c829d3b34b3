import { setTimeout as pause } from 'node:timers/promises'

const mostMs = 60_000

/** Looks every `everyMs` milliseconds whether it holds. Rejects with the sentence when it does not hold within a minute. */
export async function until(sentence: string, holds: () => boolean | Promise<boolean>, everyMs = 20): Promise<void> {
  const endAt = performance.now() + mostMs
  while (!(await holds())) {
    if (performance.now() > endAt) throw new Error(`not within ${mostMs / 1_000} s: ${sentence}`)
    await pause(everyMs)
  }
}

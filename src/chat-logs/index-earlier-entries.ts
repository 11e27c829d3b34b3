import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatLogStore } from '@parley/chat-log-store'
import { repeat } from '@parley/runtime'

const pauseMs = 50
const roundMs = 60_000

/**
 * Indexes the entries of earlier releases in the background, with a pause after each step. The returned function stops
 * it; the next start continues.
 */
export function indexEarlierEntries(
  store: Pick<ChatLogStore, 'indexNext'>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let isStopped = false
  const round = async () => {
    while (!isStopped && (await store.indexNext())) await sleep(pauseMs, undefined, { ref: false })
  }
  const stop = repeat(round, { everyMs: roundMs, isAtOnce: true, onError })
  return () => {
    isStopped = true
    return stop()
  }
}

import { within, onceASecond } from '@parley/runtime'
import { kinds, type Kind } from '../../src/kinds.js'
import type { ServiceStatus } from '../../src/ports/reply-generator/service-status.js'

/** A worker that does not answer must not make the check of an instance slow. */
const answerMs = 250

/** What operators read while a queue is paused. */
export const pauseWarning = (kind: Kind) =>
  `The queue of ${kind} is paused: no reply starts until npm run admin -- queue resume ${kind}`

/** Gives a sentence for each queue that is known to be paused; the queues are read at most once a second. */
export function readPauseWarnings(
  queues: Readonly<Record<Kind, { readonly status: () => Promise<ServiceStatus> }>>,
): () => Promise<readonly string[]> {
  return onceASecond(async () => {
    const statuses = await Promise.all(kinds.map((kind) => within(answerMs, queues[kind].status())))
    return kinds.filter((_, index) => statuses[index]?.paused === true).map(pauseWarning)
  })
}

import { within } from '../../src/bounded-wait.js'
import { kinds } from '../../src/kinds.js'
import type { Kind } from '../../src/kinds.js'

/** A worker that does not answer must not make the check of an instance slow. */
const answerMs = 250

/** What operators read while a queue is paused. */
export const pauseWarning = (kind: Kind) =>
  `The queue of ${kind} is paused: no reply starts until npm run admin -- queue resume ${kind}`

interface Pausable {
  readonly isPaused: () => Promise<boolean>
}

/** A sentence for each queue that is known to be paused. */
export async function pauseWarnings(queues: Readonly<Record<Kind, Pausable>>): Promise<readonly string[]> {
  const paused = await Promise.all(kinds.map((kind) => within(answerMs, queues[kind].isPaused()).catch(() => false)))
  return kinds.filter((_, index) => paused[index]).map(pauseWarning)
}

import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises'

/** Larger bodies are processed one at a time: parsing and validating 1 MiB can block for a fifth of a second. */
const largeBodyBytes = 65_536
let latestRound = Promise.resolve()

/**
 * Resolves when a body of this length may be parsed: at once, or when it is the turn of a large one. The work that
 * follows in this round of the event loop is measured, and the next body waits for the same time. So other requests,
 * which need several rounds, get half of the time.
 */
export async function largeBodyTurn(bytes: number): Promise<void> {
  if (bytes <= largeBodyBytes) return
  const turn = latestRound
  latestRound = turn.then(async () => {
    const beganAt = performance.now()
    await immediate()
    await pause(performance.now() - beganAt)
  })
  await turn
}

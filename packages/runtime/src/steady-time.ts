/**
 * Epoch milliseconds that only grow: the time when the process started, and what the monotonic clock has counted since.
 * A step of the machine's clock does not move the deadlines of jobs, which are times of this clock.
 */
export function steadyTime(): number {
  return performance.timeOrigin + performance.now()
}

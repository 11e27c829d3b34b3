/** The parts of a run, in milliseconds. */
export interface Schedule {
  readonly users: number
  /** Between two acts of a user, on average. */
  readonly pauseMs: number
  /** Every part of the product is used once before the first reading at rest. */
  readonly firstUseMs: number
  /** The second population grows to its constant number of rows, and caches fill. */
  readonly warmUpMs: number
  readonly measuredMs: number
  /** How often everything is read in the measured time: enough for a trend, and too far apart to depend on each other. */
  readonly windows: number
  /** For connections and deletions to end after the last user has left. */
  readonly restMs: number
}

/** Start, rest and stop of a run. */
const aroundMs = 25_000

export function scheduleOf(minutes: number): Schedule {
  const firstUseMs = 20_000
  // of an hour, 10 minutes
  const warmUpMs = Math.min(600_000, Math.max(110_000, minutes * 10_000))
  const measuredMs = minutes * 60_000 - firstUseMs - warmUpMs - aroundMs
  return { users: 100, pauseMs: 7_500, firstUseMs, warmUpMs, measuredMs, windows: 15, restMs: 40_000 }
}

/** For planted faults, which grow with each request. */
export const faultSchedule: Schedule = {
  users: 12,
  pauseMs: 2_000,
  firstUseMs: 5_000,
  warmUpMs: 1_000,
  measuredMs: 15_000,
  windows: 6,
  restMs: 20_000,
}

import type { Measure } from './usage-count.js'

/** The end of the current window of each measure: the day for messages, the month for tokens. */
export const windowEnds: Readonly<Record<Measure, (now: number) => number>> = {
  MESSAGES: endOfDay,
  TOKENS: endOfMonth,
}

/** The end of the day of an instant in UTC, in epoch milliseconds. */
function endOfDay(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1)
}

/** The end of the month of an instant in UTC. */
function endOfMonth(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

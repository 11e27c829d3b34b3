/** The end of the day of an instant in UTC, in epoch milliseconds. */
export function endOfDay(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1)
}

/** The end of the month of an instant in UTC. */
export function endOfMonth(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

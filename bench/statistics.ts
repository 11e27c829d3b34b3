/** The middle value, of an even number the mean of the two in the middle. Throws for none: a median of nothing is a bug. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.floor((sorted.length - 1) / 2)]
  if (upper === undefined || lower === undefined) throw new Error('a median needs a value')
  return (lower + upper) / 2
}

/** Half of the distance between the quartiles, as a share of the median: how far rounds disagreed. */
export function spread(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const half = Math.ceil(sorted.length / 2)
  return (median(sorted.slice(-half)) - median(sorted.slice(0, half))) / 2 / median(sorted)
}

/**
 * What each round says of `ours` against `theirs`, in the middle. The two of one round were measured right after one another,
 * so what else the machine did at the time is in both.
 */
export function pairedRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(pairs(ours, theirs).map(([one, other]) => one / other))
}

/** As `pairedRatio`, for a distance. */
export function pairedDifference(ours: readonly number[], theirs: readonly number[]): number {
  return median(pairs(ours, theirs).map(([one, other]) => one - other))
}

function pairs(ours: readonly number[], theirs: readonly number[]): [number, number][] {
  if (ours.length !== theirs.length) throw new Error('a round has one value of each')
  return ours.map((value, round) => [value, theirs[round] ?? Number.NaN])
}

/**
 * The middle value; of an even number of values the mean of the middle two. Throws for none: a median of nothing is a
 * bug.
 */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.floor((sorted.length - 1) / 2)]
  if (upper === undefined || lower === undefined) throw new Error('a median needs a value')
  return (lower + upper) / 2
}

/** The smallest value that is not exceeded by this share of all values. Throws for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
  if (value === undefined) throw new Error('a quantile needs a value')
  return value
}

/** Half of the distance between the quartiles, as a share of the median: how much rounds differed. */
export function spread(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const half = Math.ceil(sorted.length / 2)
  return (median(sorted.slice(-half)) - median(sorted.slice(0, half))) / 2 / median(sorted)
}

/**
 * Round by round: the two values of a round were measured one after the other, so that other load of the machine
 * affects both.
 */
export function ratios(ours: readonly number[], theirs: readonly number[]): number[] {
  return pairs(ours, theirs).map(([one, other]) => one / other)
}

/** Like `ratios`. */
export function differences(ours: readonly number[], theirs: readonly number[]): number[] {
  return pairs(ours, theirs).map(([one, other]) => one - other)
}

/** The median ratio of `ours` to `theirs` over the rounds. */
export function pairedRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ratios(ours, theirs))
}

export function pairedDifference(ours: readonly number[], theirs: readonly number[]): number {
  return median(differences(ours, theirs))
}

function pairs(ours: readonly number[], theirs: readonly number[]): [number, number][] {
  if (ours.length !== theirs.length) throw new Error('a round has one value of each')
  return ours.map((value, round) => [value, theirs[round] ?? Number.NaN])
}

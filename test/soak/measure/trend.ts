export interface Point {
  readonly minute: number
  readonly value: number
}

export interface Trend {
  /** The median of the slopes between all pairs of points (Theil and Sen), per 10 minutes. */
  readonly slope: number
  /** The true slope is below this with the given probability only, if the points are independent. */
  readonly atLeast: number
}

/** One-sided quantiles of the normal distribution. */
const quantiles = { 'one in 100': 2.33, 'one in 10,000': 3.72 } as const

/** The trend of at least 2 points in different minutes. A few outliers do not change it. */
export function trendOf(points: readonly Point[], risk: keyof typeof quantiles = 'one in 100'): Trend {
  const slopes = points
    .flatMap((one, index) => points.slice(index + 1).map((other) => slopeBetween(one, other)))
    .sort((one, other) => one - other)
  const n = points.length
  // Kendall's variance of the number of rising pairs
  const margin = quantiles[risk] * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18)
  const lowest = Math.max(0, Math.floor((slopes.length - margin) / 2))
  return { slope: median(slopes), atLeast: slopes[lowest] ?? 0 }
}

export function pointsOf<T extends { readonly minute: number }>(
  readings: readonly T[],
  valueOf: (reading: T) => number | undefined,
): readonly Point[] {
  return readings.map((reading) => ({ minute: reading.minute, value: valueOf(reading) ?? 0 }))
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

const slopeBetween = (one: Point, other: Point) => (10 * (other.value - one.value)) / (other.minute - one.minute)

/** The documented body of `GET /performance` (contract: ai-workers.5). Seconds and percent. */
export interface PerformanceReport {
  readonly total_requests: number
  readonly avg_response_time: number
  readonly success_rate: number
  readonly active_connections: number
  readonly max_concurrent: number
}

/** `refused`: it has not started, and its caller may submit it again. */
export type Outcome = 'completed' | 'failed' | 'cancelled' | 'refused'

/** What a report is made of; those of several workers can be added. */
export interface PerformanceCounts {
  readonly accepted: number
  readonly active: number
  readonly completed: number
  readonly failed: number
  readonly answeringMs: number
  readonly maxConcurrent: number
}

/** The counts of one worker since its start; zeros before the first request. */
export class Performance {
  readonly #counts = { accepted: 0, active: 0, completed: 0, failed: 0, answeringMs: 0 }

  constructor(
    private readonly maxConcurrent: number,
    private readonly clock: () => number,
  ) {}

  get counts(): PerformanceCounts {
    return { ...this.#counts, maxConcurrent: this.maxConcurrent }
  }

  /**
   * Counts an accepted generation, whose time began at `acceptedAt` in epoch milliseconds; call the returned function
   * once, when it is over. A refused one is not counted any more.
   */
  accept(acceptedAt = this.clock()): (outcome: Outcome) => void {
    // the clock of the process that accepted it may be ahead
    const startedAt = Math.min(acceptedAt, this.clock())
    this.#counts.accepted += 1
    this.#counts.active += 1
    return (outcome) => {
      this.#counts.active -= 1
      if (outcome === 'refused') this.#counts.accepted -= 1
      if (outcome === 'cancelled' || outcome === 'refused') return
      if (outcome === 'completed') this.#counts.completed += 1
      else this.#counts.failed += 1
      this.#counts.answeringMs += this.clock() - startedAt
    }
  }
}

export function performanceReport(counts: PerformanceCounts): PerformanceReport {
  const { accepted, active, completed, failed, answeringMs, maxConcurrent } = counts
  const answered = completed + failed
  return {
    total_requests: accepted,
    avg_response_time: answered === 0 ? 0 : rounded(answeringMs / answered / 1_000),
    success_rate: answered === 0 ? 0 : rounded((completed / answered) * 100),
    active_connections: active,
    max_concurrent: maxConcurrent,
  }
}

const rounded = (value: number) => Math.round(value * 1_000) / 1_000

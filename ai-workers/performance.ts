/** The documented body of `GET /performance` (contract: ai-workers.5). Seconds and percent. */
export interface PerformanceReport {
  readonly total_requests: number
  readonly avg_response_time: number
  readonly success_rate: number
  readonly active_connections: number
  readonly max_concurrent: number
}

export type Outcome = 'completed' | 'failed' | 'cancelled'

/** The counts of one worker since its start; zeros before the first request. */
export class Performance {
  private accepted = 0
  private active = 0
  private completed = 0
  private failed = 0
  private answeringMs = 0

  constructor(
    private readonly maxConcurrent: number,
    private readonly clock: () => number,
  ) {}

  /** Counts an accepted generation; call the returned function once, when it is over. */
  accept(): (outcome: Outcome) => void {
    const acceptedAt = this.clock()
    this.accepted += 1
    this.active += 1
    return (outcome) => {
      this.active -= 1
      if (outcome === 'cancelled') return
      if (outcome === 'completed') this.completed += 1
      else this.failed += 1
      this.answeringMs += this.clock() - acceptedAt
    }
  }

  report(): PerformanceReport {
    const answered = this.completed + this.failed
    return {
      total_requests: this.accepted,
      avg_response_time: answered === 0 ? 0 : rounded(this.answeringMs / answered / 1_000),
      success_rate: answered === 0 ? 0 : rounded((this.completed / answered) * 100),
      active_connections: this.active,
      max_concurrent: this.maxConcurrent,
    }
  }
}

const rounded = (value: number) => Math.round(value * 1_000) / 1_000

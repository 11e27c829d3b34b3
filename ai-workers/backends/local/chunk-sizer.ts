const first = 16
const smallest = 4
const growth = 4

/** How many tokens of a prompt to read at a time, so that a chunk takes about `targetMs` on this machine. */
export class ChunkSizer {
  private current: number

  constructor(
    private readonly targetMs: number,
    private readonly largest: number,
  ) {
    this.current = Math.min(first, largest)
  }

  get size(): number {
    return this.current
  }

  /** A chunk of `tokens` took `ms`. */
  measured(tokens: number, ms: number): void {
    // a short chunk that was quick says little about a long one
    if (tokens < this.current && ms <= this.targetMs) return
    const fitting = Math.floor((tokens * this.targetMs) / Math.max(ms, 0.01))
    this.current = Math.min(Math.max(smallest, Math.min(fitting, this.current * growth)), this.largest)
  }
}

const first = 16
const smallest = 4
const growth = 4
/**
 * Every chunk costs a pass through the whole model, however short it is: a rest below this share is read with the
 * previous chunk.
 */
const smallRest = 0.3

/** How many tokens of a prompt to read at a time, so that a chunk takes about `targetMs` on this machine. */
export class ChunkSizer {
  #current: number

  constructor(
    private readonly targetMs: number,
    private readonly largest: number,
  ) {
    this.#current = Math.min(first, largest)
  }

  /** How many of the `left` tokens to read next. */
  next(left: number): number {
    return left <= Math.min(this.#current * (1 + smallRest), this.largest) ? left : this.#current
  }

  /** Records that a chunk of `tokens` needed `ms`. */
  measured(tokens: number, ms: number): void {
    // the time of a short chunk does not predict that of a long one
    if (tokens < this.#current && ms <= this.targetMs) return
    const fitting = Math.floor((tokens * this.targetMs) / Math.max(ms, 0.01))
    this.#current = Math.min(Math.max(smallest, Math.min(fitting, this.#current * growth)), this.largest)
  }
}

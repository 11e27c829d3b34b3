// read once: under jest every access to a global is slow, and a model needs millions of numbers
const { imul, sqrt, log, cos, PI } = Math

/** Returns the same numbers for the same seed on every machine (mulberry32). */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to but not including 1. */
  uniform(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Around 0, with standard deviation 1. */
  normal(): number {
    return sqrt(-2 * log(1 - this.uniform())) * cos(2 * PI * this.uniform())
  }
}

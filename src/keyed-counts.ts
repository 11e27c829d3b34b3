/** Counts of resources that are in use, by the client or the network that uses them. */
export class KeyedCounts {
  readonly #counts = new Map<string, number>()

  of(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  /** Adds one to a count until the returned function is called; further calls have no effect. */
  acquire(key: string): () => void {
    this.#counts.set(key, this.of(key) + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const left = this.of(key) - 1
      if (left > 0) this.#counts.set(key, left)
      else this.#counts.delete(key)
    }
  }
}

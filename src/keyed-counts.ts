/** What a resource counts for. */
export interface CountedKey {
  readonly name: string
  /** How many times the limit it may have: more than 1 for a network of many addresses. */
  readonly share: number
}

/** Counts of resources that are in use, by the accounts or networks of their clients. */
export class KeyedCounts {
  readonly #counts = new Map<string, number>()

  /** Whether one of the keys has reached its share of the limit. */
  isFull(keys: readonly CountedKey[], limit: number): boolean {
    return keys.some(({ name, share }) => this.#of(name) >= limit * share)
  }

  /** Adds one to each count until the returned function is called; further calls have no effect. */
  acquire(keys: readonly CountedKey[]): () => void {
    for (const { name } of keys) this.#counts.set(name, this.#of(name) + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      for (const { name } of keys) {
        const left = this.#of(name) - 1
        if (left > 0) this.#counts.set(name, left)
        else this.#counts.delete(name)
      }
    }
  }

  #of(name: string): number {
    return this.#counts.get(name) ?? 0
  }
}

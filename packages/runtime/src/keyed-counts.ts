/** What a resource counts for. */
export interface CountedKey {
  readonly name: string
  /** How many times the limit it may have: more than 1 for a network of many addresses. */
  readonly share: number
}

/** The limit of a key: of a large network never more than a quarter of what all clients have, so that others find some. */
export function limitOf({ share, limit, inAll }: { share: number; limit: number; inAll: number }): number {
  return Math.min(limit * share, Math.max(limit, inAll / 4))
}

/** Counts of resources that are in use, by the accounts or networks of their clients. */
export class KeyedCounts {
  readonly #counts = new Map<string, number>()

  /** Whether one of the keys has reached its share of the limit. `inAll`: the limit of all keys together. */
  isFull(keys: readonly CountedKey[], limit: number, inAll = Infinity): boolean {
    return keys.some(({ name, share }) => this.#of(name) >= limitOf({ share, limit, inAll }))
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

import { KeyedCounts, networksOf } from '@parley/runtime'

/** Limits the number of resources of each address. */
export class AddressQuota {
  readonly #counts = new KeyedCounts()

  constructor(private readonly limit: number) {}

  /** Acquires one until the returned function is called; undefined when the address has reached the limit. */
  acquire(address: string | null): (() => void) | undefined {
    const networks = networksOf(address)
    return this.#counts.isFull(networks, this.limit) ? undefined : this.#counts.acquire(networks)
  }
}

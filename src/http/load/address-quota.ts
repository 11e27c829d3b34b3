import { networkOf } from '../../network.js'
import { KeyedCounts } from '../../keyed-counts.js'

/** Limits the number of resources of each address. An IPv6 address counts by its /64. */
export class AddressQuota {
  readonly #counts = new KeyedCounts()

  constructor(private readonly limit: number) {}

  /** Acquires one until the returned function is called; undefined when the address has reached the limit. */
  acquire(address: string | null): (() => void) | undefined {
    const network = networkOf(address)
    return this.#counts.of(network) < this.limit ? this.#counts.acquire(network) : undefined
  }
}

import { networkOf } from '../../network.js'

/** Limits the number of resources of each address. An IPv6 address counts by its /64. */
export class AddressQuota {
  readonly #counts = new Map<string, number>()

  constructor(private readonly limit: number) {}

  /** Acquires one until the returned function is called; undefined when the address has reached the limit. */
  acquire(address: string | null): (() => void) | undefined {
    const network = networkOf(address)
    const count = this.#counts.get(network) ?? 0
    if (count >= this.limit) return undefined
    this.#counts.set(network, count + 1)
    return () => {
      const remaining = (this.#counts.get(network) ?? 0) - 1
      if (remaining > 0) this.#counts.set(network, remaining)
      else this.#counts.delete(network)
    }
  }
}

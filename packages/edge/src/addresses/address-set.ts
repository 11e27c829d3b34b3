import { BlockList, isIP, isIPv6 } from 'node:net'
import { plainAddress } from '@parley/runtime'

/** The length of the prefix that marks an IPv6 address as a mapped IPv4 address. */
const mappedBits = 96

/**
 * Addresses and networks (`10.0.0.0/8`). An IPv4 address and its IPv6 form are the same, in the set and in a look-up.
 * An IPv6 network that is wider than all of IPv4, such as `::/0`, contains no IPv4 address.
 */
export class AddressSet {
  readonly #isEmpty: boolean
  // in a single list, `::/0` would contain every IPv4 address
  readonly #lists = { ipv4: new BlockList(), ipv6: new BlockList() }

  /** Every entry must be an address or a network in CIDR form. */
  constructor(entries: readonly string[]) {
    this.#isEmpty = entries.length === 0
    for (const entry of entries) this.#add(entry)
  }

  has(address: string): boolean {
    if (this.#isEmpty) return false
    const plain = plainAddress(address)
    const family = familyOf(plain)
    return isIP(plain) > 0 && this.#lists[family].check(plain, family)
  }

  #add(entry: string): void {
    const [written = '', bits] = entry.split('/')
    const plain = plainAddress(written)
    const isMapped = isIPv6(written) && !isIPv6(plain)
    if (bits === undefined) this.#lists[familyOf(plain)].addAddress(plain, familyOf(plain))
    else if (!isMapped) this.#lists[familyOf(plain)].addSubnet(plain, Number(bits), familyOf(plain))
    else if (Number(bits) >= mappedBits) this.#lists.ipv4.addSubnet(plain, Number(bits) - mappedBits, 'ipv4')
    else this.#lists.ipv6.addSubnet(written, Number(bits), 'ipv6')
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}

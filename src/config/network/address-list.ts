import { isIP } from 'node:net'
import { Complaint, type Rule } from '../fields.js'

/** IP addresses, separated by commas, and no networks. */
export const addressList: Rule<readonly string[]> = (text) => {
  const addresses = text.split(',').map((part) => part.trim())
  const wrong = addresses.findIndex((address) => isIP(address) === 0 || address.includes('%'))
  if (wrong === -1) return addresses
  const place = String(wrong + 1)
  if (addresses[wrong]?.includes('/'))
    return new Complaint(
      `must be IP addresses; number ${place} looks like a network, which belongs to ALLOWED_NETWORKS`,
    )
  return new Complaint(`must be IP addresses such as 192.0.2.7, separated by commas; number ${place} is none`)
}

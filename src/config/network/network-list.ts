import { isIP } from 'node:net'
import { Complaint, type Rule } from '../fields.js'

/** IP addresses and networks in CIDR form, separated by commas. */
export const networkList: Rule<readonly string[]> = (text) => {
  const networks = text.split(',').map((part) => part.trim())
  const wrong = networks.findIndex((network) => !isNetwork(network))
  if (wrong === -1) return networks
  const place = String(wrong + 1)
  return new Complaint(
    `must be IP addresses and networks such as 10.0.0.0/8, separated by commas; number ${place} is none`,
  )
}

function isNetwork(text: string): boolean {
  const [, address = '', prefix = '0'] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  return family > 0 && Number(prefix) <= (family === 4 ? 32 : 128)
}

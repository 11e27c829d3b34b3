import { isIPv4 } from 'node:net'
import { networksOf, plainAddress } from '@parley/runtime'
import type { Language } from '../languages.js'

/** The origin of a change. */
export interface ChangeOrigin {
  readonly ipAddress: string | null
  readonly userAgent: string | null
  /** English when absent. */
  readonly language?: Language
  /** The operator has made the change, with a command. */
  readonly isOperator?: true
}

/** What a mail says about the client of a change. */
export interface OriginWords {
  readonly client: string
  readonly network: string
  readonly language: Language
}

/** In the order of the search: the `User-Agent` of an earlier one can contain the names of later ones. */
const browsers = {
  Edg: 'Edge',
  OPR: 'Opera',
  SamsungBrowser: 'Samsung Internet',
  Firefox: 'Firefox',
  FxiOS: 'Firefox',
  Chrome: 'Chrome',
  CriOS: 'Chrome',
  Safari: 'Safari',
}
const systems = {
  Android: 'Android',
  iPhone: 'iPhone',
  iPad: 'iPad',
  Windows: 'Windows',
  CrOS: 'ChromeOS',
  Macintosh: 'macOS',
  Linux: 'Linux',
}

const find = (userAgent: string, names: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(names).find(([part]) => userAgent.includes(part))?.[1]

/** The browser and the system, in words of this list only: the header is the client's, and can have any text. */
export function clientWords({ userAgent, isOperator }: Pick<ChangeOrigin, 'userAgent' | 'isOperator'>): string {
  if (isOperator) return 'the operator of the service'
  const browser = find(userAgent ?? '', browsers)
  const system = find(userAgent ?? '', systems)
  return browser !== undefined && system !== undefined ? `${browser} on ${system}` : 'a program other than a browser'
}

export const originWords = (origin: ChangeOrigin): OriginWords => ({
  client: clientWords(origin),
  network: networkWords(origin),
  language: origin.language ?? 'en',
})

/** The network of the client, a /24 of IPv4 or a /48 of IPv6: a reader of the mail learns no single address. '' without one. */
function networkWords({ ipAddress, isOperator }: ChangeOrigin): string {
  if (isOperator) return ''
  const address = plainAddress(ipAddress ?? '')
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  const largest = networksOf(address).at(-1)?.name.replace('/', '::/')
  return largest?.includes('::/') === true ? largest : ''
}

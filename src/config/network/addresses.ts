import { isIP } from 'node:net'
import { z } from 'zod'
import { originOf } from '@parley/edge'
import { hostAndPort, list, numbered } from '../rules.js'

/** IP addresses separated by commas, without networks. */
export const addressList = list(
  z
    .string()
    .refine(
      (word) => !word.includes('/'),
      numbered('IP addresses', 'looks like a network, which belongs to ALLOWED_NETWORKS'),
    )
    .refine(
      (word) => isIP(word) > 0 && !word.includes('%'),
      numbered('IP addresses such as 192.0.2.7, separated by commas'),
    ),
)

/** IP addresses and networks in CIDR form, separated by commas. */
export const networkList = list(
  z.string().refine(isNetwork, numbered('IP addresses and networks such as 10.0.0.0/8, separated by commas')),
)

const isHost = (word: string) =>
  !word.includes(':') || word.startsWith('[') ? hostAndPort.safeParse(word).success : false

/** Host names and IP addresses as in a URL, without ports, separated by commas. */
export const hostList = list(
  z.string().refine(isHost, numbered('host names without ports such as chat.example, separated by commas')),
)

function isNetwork(text: string): boolean {
  const [, address = '', prefix = '0'] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  return family > 0 && Number(prefix) <= (family === 4 ? 32 : 128)
}

/** The origins of other sites whose pages may call this service. */
interface CorsOrigins {
  /** Allows pages of every site (`*`). */
  readonly any: boolean
  /** Allows pages that this machine serves, on any port (`loopback`). */
  readonly loopback: boolean
  /** Origins in browser spelling: `https://chat.example`, `capacitor://localhost`. */
  readonly listed: readonly string[]
}

const isOrigin = (word: string) => word === '*' || word === 'loopback' || originOf(word) !== undefined
const isPage = (word: string) => /^[^/]+:\/\/[^/]+\/./.test(word)
const isNull = (word: string) => word === 'null' || word.startsWith('file:')
const expected = '*, or loopback and origins such as https://chat.example or capacitor://localhost, separated by commas'

/** `*`, `loopback` and origins, separated by commas. */
export const corsOrigins = list(
  z
    .string()
    .refine((word) => !isPage(word), numbered(expected, 'has a path, which an origin does not have'))
    .refine((word) => !isNull(word), numbered(expected, 'is shared by all pages of files, which only * allows'))
    .refine(isOrigin, numbered(expected)),
).transform((words): CorsOrigins => {
  const listed = words.flatMap((word) => originOf(word) ?? [])
  return { any: words.includes('*'), loopback: words.includes('loopback'), listed }
})

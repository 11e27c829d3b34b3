import { Complaint, type Fields } from './fields.js'
import { jsonObject } from './json-object.js'
import { isWhole } from './rules.js'

/** Open sockets, in one process. */
export interface SocketLimitsConfig {
  /** Of one account, on all its devices. */
  readonly perUser: number
  /** Of one IP address, of clients that are not signed in or have not said so yet. */
  readonly perAddress: number
  readonly perProcess: number
}

const defaults: SocketLimitsConfig = { perUser: 50, perAddress: 500, perProcess: 10_000 }

const name = 'SOCKET_LIMITS'
const example = '{"perUser":100}'
const most = 1_000_000

/** Reads `SOCKET_LIMITS`, a JSON object of single values that replace the defaults. Every fault in it is named. */
export function readSocketLimits(fields: Fields): SocketLimitsConfig {
  const rule = (text: string) => jsonObject(text) ?? new Complaint(`must be a JSON object such as ${example}`)
  const limits = { ...defaults }
  for (const [key, value] of Object.entries(fields.read(name, rule, {}))) {
    if (!isLimit(key)) fields.refuse(name, `knows only ${Object.keys(defaults).join(', ')}`)
    else if (!isWhole(value, { least: 1, most }))
      fields.refuse(name, `must give ${key} as a whole number from 1 to ${String(most)}`)
    else limits[key] = value
  }
  return limits
}

function isLimit(key: string): key is keyof SocketLimitsConfig {
  return Object.hasOwn(defaults, key)
}

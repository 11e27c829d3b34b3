import { limitedActs, type LimitedAct, type RateLimit } from '../../limits.js'
import { Complaint, type Fields } from '../fields.js'
import { jsonObject } from '../json-object.js'
import { isWhole, longestTimerMs } from '../rules.js'

export type RateLimitsConfig = Readonly<Record<LimitedAct, RateLimit>>

const windowMs = 600_000

const defaults: RateLimitsConfig = {
  login: { perAddress: 100, perAccount: 10, windowMs },
  register: { perAddress: 100, perAccount: undefined, windowMs },
  send: { perAddress: 100, perAccount: 5, windowMs },
  verify: { perAddress: 100, perAccount: 10, windowMs },
  apiKey: { perAddress: 100, perAccount: undefined, windowMs },
  refresh: { perAddress: 300, perAccount: undefined, windowMs },
  guestRoom: { perAddress: 60, perAccount: undefined, windowMs },
  guestEntry: { perAddress: 600, perAccount: undefined, windowMs },
  guestBytes: { perAddress: 20_000_000, perAccount: undefined, windowMs },
}

const name = 'RATE_LIMITS'
const example = '{"login":{"perAddress":200}}'

/** Reads `RATE_LIMITS`, a JSON object of single values that replace the defaults. Every fault in it is named. */
export function readRateLimits(fields: Fields): RateLimitsConfig {
  const acts = fields.read(
    name,
    (text) => jsonObject(text) ?? new Complaint(`must be a JSON object such as ${example}`),
    {},
  )
  for (const act of Object.keys(acts))
    if (!Object.hasOwn(defaults, act)) fields.refuse(name, `knows only ${limitedActs.join(', ')}`)
  const limits = { ...defaults }
  for (const act of limitedActs) limits[act] = readLimit(fields, act, acts[act])
  return limits
}

function readLimit(fields: Fields, act: LimitedAct, asked: unknown = {}): RateLimit {
  const limit = { ...defaults[act] }
  if (typeof asked !== 'object' || asked === null || Array.isArray(asked)) {
    fields.refuse(name, `must give ${act} as an object such as ${example}`)
    return limit
  }
  for (const [key, value] of Object.entries<unknown>({ ...asked })) {
    if (key === 'windowMs') {
      if (isWhole(value, { least: 1, most: longestTimerMs })) limit.windowMs = value
      else fields.refuse(name, `must give ${act}.windowMs as a whole number from 1 to ${String(longestTimerMs)}`)
    } else if (key === 'perAddress' || (key === 'perAccount' && hasAccount(act))) {
      if (value === false || isWhole(value, { least: 1, most })) limit[key] = value === false ? undefined : value
      else
        fields.refuse(
          name,
          `must give ${act}.${key} as a whole number from 1 to ${String(most)}, or as false for no limit`,
        )
    } else fields.refuse(name, `knows of ${act} only perAddress, ${hasAccount(act) ? 'perAccount, ' : ''}windowMs`)
  }
  return limit
}

const most = 1_000_000_000

/** Whether its requests name an account. */
function hasAccount(act: LimitedAct): boolean {
  return defaults[act].perAccount !== undefined
}

import type { z } from 'zod'
import type { LimitedAct, RateLimit } from '../../limits.js'
import { json, limit, values, wholeValue } from '../json-values.js'
import { maxTimerMs } from '../rules.js'

export type RateLimitsConfig = Readonly<Record<LimitedAct, RateLimit>>

const example = '{"login":{"perAddress":200}}'
const count = limit(1_000_000_000)
const windowMs = wholeValue(1, maxTimerMs).prefault(600_000)
const dayMs = windowMs.unwrap().prefault(86_400_000)

const both = (perAddress: number, perAccount: number) =>
  values(
    { perAddress: count.prefault(perAddress), perAccount: count.prefault(perAccount), windowMs },
    example,
  ).prefault({})

/** Limits for requests that name no account. */
const addresses = (perAddress: number) =>
  values({ perAddress: count.prefault(perAddress), windowMs }, example)
    .transform((rateLimit) => ({ ...rateLimit, perAccount: undefined }))
    .prefault({})

/** The account of `mail` is a mailbox without its tag. */
const mail = values(
  { perAddress: count.prefault(1_000), perAccount: count.prefault(30), inAll: count.prefault(10_000), windowMs: dayMs },
  example,
).prefault({})

const wrongCode = values(
  { perAddress: count.prefault(300), perAccount: count.prefault(30), inARow: count.prefault(100), windowMs: dayMs },
  example,
).prefault({})

/** A code is guessed by a client that knows the password: in a row there are few tries, however long it waits. */
const secondFactor = values(
  { perAddress: count.prefault(100), perAccount: count.prefault(10), inARow: count.prefault(100), windowMs },
  example,
).prefault({})

const acts = {
  login: both(100, 10),
  register: addresses(100),
  send: both(100, 5),
  mail,
  verify: both(100, 10),
  wrongCode,
  secondFactor,
  apiKey: addresses(100),
  refresh: addresses(300),
  guestRoom: addresses(60),
  guestEntry: addresses(600),
  guestBytes: addresses(20_000_000),
  shareLink: both(300, 60),
  tokenCount: both(3_000, 600),
} satisfies Record<LimitedAct, z.ZodType<RateLimit>>

/** `RATE_LIMITS` */
export const rateLimits = json.pipe(values(acts, example))

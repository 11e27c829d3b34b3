import { resolve } from 'node:path'
import type { ApiLine } from '../../../src/limits.js'
import { noLimits } from '../../support/app/many-people.js'
import type { Profile } from './attack.js'

/** Attackers write without limits: these attacks test the memory that one of them can use. */
export const withoutRateLimits: Profile = { name: 'without rate limits', env: { RATE_LIMITS: noLimits } }

/** The settings of `npm start`. */
export const asShipped: Profile = { name: 'as shipped', env: {} }

/** People who register wait for an administrator. */
export const withApproval: Profile = { name: 'approval', env: { REGISTRATION: 'approval' } }

/** People share copies of their conversations. */
export const withShareLinks: Profile = { name: 'share links', env: { SHARE_LINKS: 'true' } }

/** A front end sends hashes of its documents. */
export const withTrustedDocuments: Profile = {
  name: 'trusted documents',
  env: { ...withoutRateLimits.env, TRUSTED_DOCUMENTS: resolve('test/fixtures/trusted-documents.json') },
}

export function inLine(line: ApiLine): Profile {
  return line === '1.1'
    ? withoutRateLimits
    : { name: `line ${line}`, env: { ...withoutRateLimits.env, API_LINE: line } }
}

/** An installation for very many readers. */
export const withManySubscriptions: Profile = {
  name: 'many subscriptions',
  env: {
    ...withoutRateLimits.env,
    SOCKET_LIMITS: JSON.stringify({
      subscriptionsPerUser: 100_000,
      subscriptionsPerAddress: 100_000,
      subscriptionsPerProcess: 100_000,
    }),
  },
}

/** The bounds of a machine with more memory: one address may have 67 MB of answers that wait. */
export const withMuchMemory: Profile = {
  name: 'much memory',
  env: { ...withoutRateLimits.env, LOAD_LIMITS: JSON.stringify({ unsentPerProcess: 268_435_456 }) },
}

/** A system that allows few file handles, as `ulimit -n` of some does. */
export const withFewFileHandles: Profile = { name: '256 file handles', env: {}, fileHandles: 256 }

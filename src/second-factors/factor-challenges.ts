import { hash, randomBytes } from 'node:crypto'
import { AppError } from '@parley/runtime'
import { atMost, moreThan, oneOf, plus, type Queries } from '@parley/statements'
import { FactorChallengeTable } from '../database/tables/second-factors.js'
import type { ProviderUser } from '../users/social/provider-user.js'
import type { User } from '../users/user.js'
import type { ChallengePurpose, FactorChallenge } from './second-factor.js'

const lifetimeMs = 300_000
const tries = 5
/** Open at once for one account and purpose; the oldest give way. */
const openAtOnce = 20

interface NewChallenge {
  readonly account: Pick<User, 'id' | 'sessionVersion'>
  readonly purpose: ChallengePurpose
  /** The encrypted secret of the authenticator app to add. */
  readonly secret?: string | null
  /** The person of a sign-in by a provider. */
  readonly providerUser?: ProviderUser | null
}

/** A challenge as its client gets it. */
export interface OpenChallenge {
  readonly token: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** The acts that wait for a proof of a factor. Each token works once, and for five tries. */
export class FactorChallenges {
  constructor(private readonly clock: () => number) {}

  /** Stores a challenge for five minutes. The account must be locked. */
  async open(
    db: Queries,
    { account, purpose, secret = null, providerUser = null }: NewChallenge,
  ): Promise<OpenChallenge> {
    const { id: userId, sessionVersion } = account
    const token = randomBytes(32).toString('base64url')
    const expiresAt = this.clock() + lifetimeMs
    const before = await db.select(FactorChallengeTable, { userId, purpose }, { orderBy: { id: 'desc' } })
    const oldest = before.slice(openAtOnce - 1).map(({ id }) => id)
    if (oldest.length > 0) await db.delete(FactorChallengeTable, { id: oneOf(oldest) })
    await db.insert(FactorChallengeTable, {
      ...{ userId, purpose, sessionVersion, secret, providerUser, expiresAt },
      tokenHash: hashOf(token),
    })
    return { token, expiresAt }
  }

  /** Throws BAD_USER_INPUT with `unknown_challenge` for a token that is wrong, expired, used or was tried too often. */
  async require(db: Queries, token: string, purpose: ChallengePurpose): Promise<FactorChallenge> {
    const where = { tokenHash: hashOf(token), purpose, expiresAt: moreThan(this.clock()), attempts: atMost(tries - 1) }
    const challenge = await db.selectOne(FactorChallengeTable, where)
    if (!challenge) throw unknownChallenge()
    return challenge
  }

  /** Counts a wrong proof. */
  async countTry(db: Queries, { id }: FactorChallenge): Promise<void> {
    await db.update(FactorChallengeTable, { id }, { attempts: plus(1) })
  }

  /** Uses a challenge up, in the transaction of its act. Throws as `require`: of two concurrent uses the second one deletes nothing. */
  async redeem(db: Queries, { id }: FactorChallenge): Promise<void> {
    if ((await db.delete(FactorChallengeTable, { id, attempts: atMost(tries - 1) })) !== 1) throw unknownChallenge()
  }
}

// a token is too long to guess, so its hash needs neither key nor salt
const hashOf = (token: string) => hash('sha256', token)

export function unknownChallenge(): AppError {
  const message = 'This challenge is wrong, expired or used, or was tried too often'
  const fields = [{ path: ['input', 'challenge'], rule: 'unknown_challenge' as const, message }]
  return new AppError('BAD_USER_INPUT', { message, fields })
}

/** Of a code, or what a browser has answered for a passkey. */
export function wrongCode(): AppError {
  const message = 'This code is wrong, expired or used'
  return new AppError('BAD_USER_INPUT', { message, fields: [{ path: ['input'], rule: 'wrong_code', message }] })
}

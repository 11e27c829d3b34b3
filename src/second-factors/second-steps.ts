import { AppError } from '@parley/runtime'
import type { Database, Queries } from '@parley/statements'
import type { ChangeOrigin } from '../account-notices/client-words.js'
import { SecondFactorTable } from '../database/tables/second-factors.js'
import { UserTable } from '../database/tables/users.js'
import type { RateLimits } from '../rate-limits/rate-limits.js'
import type { Sessions } from '../sessions/sessions.js'
import type { UserCaller } from '../users/caller.js'
import type { ProviderUser } from '../users/social/provider-user.js'
import type { User } from '../users/user.js'
import type { SignedIn } from '../users/users.js'
import { unknownChallenge, wrongCode, type FactorChallenges } from './factor-challenges.js'
import type { FactorProof, FactorProofs, Spend } from './factor-proofs.js'
import type { ChallengePurpose } from './second-factor.js'

interface SecondStep extends FactorProof {
  /** That of SECOND_FACTOR_REQUIRED. */
  readonly challenge: string
}

/** What a sign-in by a provider does to an account with a second factor, after the second step. */
interface ProviderSignIns {
  /** In the transaction of the proof; see SocialAccounts. */
  readonly complete: (db: Queries, account: User, person: ProviderUser) => Promise<User | undefined>
  /** After that transaction. Returns the account with what the provider gives. */
  readonly afterSecondStep: (account: User, person: ProviderUser) => Promise<User>
}

interface Proved {
  readonly account: User
  readonly providerUser: ProviderUser | null
}

interface Act {
  readonly purpose: ChallengePurpose
  /** The error for a wrong proof. */
  readonly wrong: AppError
  /** The account that the challenge must be of; absent: any. */
  readonly userId?: number
}

/** The second step of a sign-in (contract: sign-in.26), or of another proof of identity. */
export class SecondSteps {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly challenges: FactorChallenges
      readonly proofs: FactorProofs
      readonly sessions: Sessions
      readonly socialLogins: ProviderSignIns
      readonly rateLimits: RateLimits
    },
  ) {}

  /**
   * A session for the challenge of a sign-in and one proof. Needs no credential. Throws UNAUTHENTICATED for a wrong or used
   * code or passkey, BAD_USER_INPUT with `unknown_challenge` for a challenge that is wrong, expired, used or was tried five
   * times, RATE_LIMITED after too many tries, FORBIDDEN for a banned account.
   */
  async completeSignIn(step: SecondStep, client: ChangeOrigin): Promise<SignedIn> {
    const wrong = new AppError('UNAUTHENTICATED', { message: 'Wrong or used code' })
    const { account: proved, providerUser } = await this.#prove(step, client, { purpose: 'sign_in', wrong })
    const account = providerUser ? await this.options.socialLogins.afterSecondStep(proved, providerUser) : proved
    const session = await this.options.sessions.open(account, client, { isSecondFactorProved: true })
    if (!session) throw unknownChallenge()
    return { ...session, account }
  }

  /**
   * Proves that the person of the session is its owner, for the challenge of `confirmIdentity`; returns until when this
   * counts, in epoch milliseconds. Throws BAD_USER_INPUT with `wrong_code` for a wrong or used code or passkey, else as
   * `completeSignIn`.
   */
  async confirm(caller: UserCaller, step: SecondStep, client: ChangeOrigin): Promise<number> {
    // not UNAUTHENTICATED, after which clients renew the session and repeat the request
    await this.#prove(step, client, { purpose: 'confirm', wrong: wrongCode(), userId: caller.id })
    return this.options.sessions.confirm(caller, { isSecondFactorProved: true })
  }

  async #prove({ challenge: token, ...proof }: SecondStep, { ipAddress }: ChangeOrigin, act: Act): Promise<Proved> {
    const { database, challenges, proofs, rateLimits } = this.options
    const sent = [proof.code, proof.recoveryCode, proof.passkey].filter((one) => typeof one === 'string')
    if (sent.length !== 1) throw notOneProof()
    const known = await database.read(async (db) => {
      const { userId } = await challenges.require(db, token, act.purpose)
      const account = await db.selectOne(UserTable, { id: userId })
      const factors = await db.select(SecondFactorTable, { userId }, { orderBy: { id: 'asc' } })
      return account && { account, factors }
    })
    if (!known) throw unknownChallenge()
    if (act.userId !== undefined && act.userId !== known.account.id) throw unknownChallenge()
    const { id, email } = known.account
    const prove = async () => {
      const spend = await proofs.check(id, { token, factors: known.factors }, proof)
      const proved = await database.write((db) => this.#spend(db, { id, token, purpose: act.purpose, spend }))
      if (!proved) throw act.wrong
      return proved
    }
    if (typeof proof.passkey !== 'string')
      return rateLimits.attempt('secondFactor', { ipAddress, account: email }, prove)
    // not counted for the account: no client guesses a signature, and wrong codes must not lock out the owner of a passkey
    await rateLimits.charge('secondFactor', { ipAddress })
    return prove()
  }

  async #spend(
    db: Queries,
    { id, token, purpose, spend }: { id: number; token: string; purpose: ChallengePurpose; spend: Spend },
  ): Promise<Proved | undefined> {
    const { challenges, rateLimits, socialLogins } = this.options
    const account = await db.selectOne(UserTable, { id }, { lock: 'update' })
    const challenge = await challenges.require(db, token, purpose)
    if (account?.sessionVersion !== challenge.sessionVersion) throw unknownChallenge()
    if (!(await spend(db))) {
      await challenges.countTry(db, challenge)
      return undefined
    }
    await challenges.redeem(db, challenge)
    await rateLimits.endRow(db, 'secondFactor', account.email)
    const { providerUser } = challenge
    if (!providerUser) return { account, providerUser }
    const completed = await socialLogins.complete(db, account, providerUser)
    if (!completed) throw unknownChallenge()
    return { account: completed, providerUser }
  }
}

function notOneProof(): AppError {
  const message = 'Send one of code, recoveryCode and passkey'
  return new AppError('BAD_USER_INPUT', { message, fields: [{ path: ['input'], rule: 'format', message }] })
}

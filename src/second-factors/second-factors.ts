import { AppError, type Logger, type SecondFactorStep } from '@parley/runtime'
import { type Database, oneOf, type Queries, rowId } from '@parley/statements'
import type { AccountNotices } from '../account-notices/account-notices.js'
import type { ChangeOrigin } from '../account-notices/client-words.js'
import type { Audit } from '../audit/audit.js'
import { endEverySession } from '../database/statements/end-every-session.js'
import { endFactors } from '../database/statements/end-factors.js'
import { lockOwnAccount, requireConfirmation } from '../database/statements/own-account.js'
import { RecoveryCodeTable, SecondFactorTable } from '../database/tables/second-factors.js'
import { UserTable } from '../database/tables/users.js'
import { limits } from '../limits.js'
import type { RateLimits } from '../rate-limits/rate-limits.js'
import type { SessionWatch } from '../sessions/session-watch.js'
import type { AdminGuard } from '../users/admin-guard.js'
import type { Caller, UserCaller } from '../users/caller.js'
import type { ProviderUser } from '../users/social/provider-user.js'
import type { User } from '../users/user.js'
import { unknownChallenge, wrongCode, type FactorChallenges, type OpenChallenge } from './factor-challenges.js'
import type { FactorSecrets } from './factor-secrets.js'
import type { Passkeys } from './passkeys.js'
import type { ChallengePurpose, SecondFactor } from './second-factor.js'
import { base32, newTotpSecret, stepOfCode, totpUri } from './totp.js'

type NewFactor = Pick<SecondFactor, 'kind' | 'name'> & Partial<SecondFactor>

interface AddedFactor {
  readonly factor: SecondFactor
  /** Ten codes with the first factor of an account, which are not available again; else none. */
  readonly recoveryCodes: readonly string[]
}

/** The proof of a factor that an account does not have yet. */
interface Addition {
  readonly challenge: string
  readonly name?: string | null | undefined
}

const totpName = 'Authenticator app'
const passkeyName = 'Passkey'

/** The second factors of accounts, which a sign-in needs beside the password or the provider. */
export class SecondFactors {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly challenges: FactorChallenges
      readonly secrets: FactorSecrets
      readonly passkeys: Passkeys
      readonly notices: AccountNotices
      readonly rateLimits: RateLimits
      readonly guard: AdminGuard
      readonly audit: Audit
      readonly sessionWatch: SessionWatch
      /** Names this server in authenticator apps. */
      readonly issuer: () => Promise<string>
      /** Epoch milliseconds. */
      readonly clock: () => number
      readonly log: Logger
    },
  ) {}

  /** The origins of the pages that can use passkeys; empty where they cannot work. */
  get passkeyOrigins(): readonly string[] {
    return this.options.passkeys.settings?.origins ?? []
  }

  /**
   * The factors of each account, oldest first, for its owner and administrators; null for other callers and API keys. For
   * batching.
   */
  async listEach(caller: Caller, userIds: readonly number[]): Promise<(readonly SecondFactor[] | null)[]> {
    const readable = userIds.filter((id) => mayRead(caller, id))
    const factors = await this.options.database.read((db) => factorsOfAll(db, readable))
    const ofReadable = new Map(readable.map((id) => [id, factors.filter(({ userId }) => userId === id)]))
    return userIds.map((id) => ofReadable.get(id) ?? null)
  }

  /** The unused recovery codes of each account; null as `listEach`. */
  async recoveryCodesLeft(caller: Caller, userIds: readonly number[]): Promise<(number | null)[]> {
    const readable = userIds.filter((id) => mayRead(caller, id))
    const counts = await this.options.database.read((db) => db.countEach(RecoveryCodeTable, 'userId', readable))
    const countOf = new Map(readable.map((id, index) => [id, counts[index] ?? 0]))
    return userIds.map((id) => countOf.get(id) ?? null)
  }

  /**
   * What the person of this account has to prove beside its password or provider; undefined without a factor. In the
   * transaction of the act that waits for it, with the account locked. `providerUser` is the person of a sign-in by a provider.
   */
  async stepOf(
    db: Queries,
    account: Pick<User, 'id' | 'sessionVersion'>,
    purpose: ChallengePurpose,
    providerUser?: ProviderUser,
  ): Promise<SecondFactorStep | undefined> {
    const factors = await factorsOf(db, account.id)
    if (factors.length === 0) return undefined
    const { token } = await this.options.challenges.open(db, { account, purpose, providerUser: providerUser ?? null })
    const passkeyOptions = await this.options.passkeys.requestOptions(token, passkeysOf(factors))
    const hasCodes = await db.exists(RecoveryCodeTable, { userId: account.id })
    const methods = [
      ...(passkeyOptions ? (['PASSKEY'] as const) : []),
      ...(factors.some(({ kind }) => kind === 'TOTP') ? (['TOTP'] as const) : []),
      ...(hasCodes ? (['RECOVERY_CODE'] as const) : []),
    ]
    return { challenge: token, methods, passkeyOptions: passkeyOptions ?? null }
  }

  /**
   * Begins to add an authenticator app: its secret, which is shown now alone. Throws CONFLICT for an account with ten
   * factors, REAUTHENTICATION_REQUIRED as `requireConfirmation`, UNAUTHENTICATED when the session has ended in the meantime.
   */
  async startTotp(caller: UserCaller): Promise<OpenChallenge & { readonly secret: string; readonly uri: string }> {
    const secret = newTotpSecret()
    const sealed = this.options.secrets.seal(caller.id, secret)
    const { account, ...challenge } = await this.#start(caller, 'add_totp', sealed)
    const uri = totpUri(secret, { issuer: await this.options.issuer(), account: account.email })
    return { ...challenge, secret: base32(secret), uri }
  }

  /**
   * Adds the app with a code that it shows, which is spent then. Throws BAD_USER_INPUT with `wrong_code`, or
   * `unknown_challenge`; CONFLICT and UNAUTHENTICATED as `startTotp`; RATE_LIMITED after too many wrong codes.
   */
  async addTotp(
    caller: UserCaller,
    { challenge: token, code, name }: Addition & { readonly code: string },
    origin: ChangeOrigin,
  ): Promise<AddedFactor> {
    const { challenges, secrets, clock } = this.options
    return this.#add(caller, origin, async (db) => {
      const challenge = await this.#ownChallenge(db, caller, { token, purpose: 'add_totp' })
      const secret = secrets.unseal(caller.id, challenge.secret ?? '')
      const usedStep = secret && stepOfCode(secret, code.replaceAll(/\s/g, ''), clock())
      if (usedStep === undefined) {
        await challenges.countTry(db, challenge)
        return undefined
      }
      await challenges.redeem(db, challenge)
      return { kind: 'TOTP', name: name ?? totpName, secret: challenge.secret, usedStep }
    })
  }

  /**
   * Begins to add a passkey: the options of `navigator.credentials.create`, as JSON text. Throws CONFLICT where passkeys
   * cannot work, else as `startTotp`.
   */
  async startPasskey(caller: UserCaller): Promise<OpenChallenge & { readonly options: string }> {
    const { database, passkeys } = this.options
    if (!passkeys.settings) throw noPasskeys()
    const { account, ...challenge } = await this.#start(caller, 'add_passkey')
    const known = passkeysOf(await database.read((db) => factorsOf(db, caller.id)))
    const options = await passkeys.creationOptions(challenge.token, { account, known })
    return { ...challenge, options: JSON.stringify(options) }
  }

  /** Adds the passkey of a response of the browser. Throws BAD_USER_INPUT with `wrong_code` for another response, else as `addTotp`. */
  async addPasskey(
    caller: UserCaller,
    { challenge: token, response, name }: Addition & { readonly response: string },
    origin: ChangeOrigin,
  ): Promise<AddedFactor> {
    const { challenges, passkeys } = this.options
    const passkey = await passkeys.created(token, response)
    return this.#add(caller, origin, async (db) => {
      const challenge = await this.#ownChallenge(db, caller, { token, purpose: 'add_passkey' })
      const known = await factorsOf(db, caller.id)
      if (!passkey || known.some(({ credentialId }) => credentialId === passkey.credentialId)) {
        await challenges.countTry(db, challenge)
        return undefined
      }
      await challenges.redeem(db, challenge)
      return { kind: 'PASSKEY', name: name ?? passkeyName, ...passkey }
    })
  }

  /**
   * Removes a factor of the caller and returns its id; with the last one the recovery codes go. Throws NOT_FOUND for any
   * other factor, REAUTHENTICATION_REQUIRED as `startTotp`.
   */
  async remove(caller: UserCaller, id: string, origin: ChangeOrigin): Promise<number> {
    const { database, notices, log } = this.options
    const factorId = rowId(id)
    if (factorId === undefined) throw new AppError('NOT_FOUND')
    const userId = caller.id
    await database.write(async (db) => {
      const account = await this.#confirmed(db, caller)
      if ((await db.delete(SecondFactorTable, { id: factorId, userId })) !== 1) throw new AppError('NOT_FOUND')
      if (!(await db.exists(SecondFactorTable, { userId }))) await db.delete(RecoveryCodeTable, { userId })
      await notices.add(db, { account, kind: 'factor_removed', origin })
    })
    log.info({ userId, factorId }, 'second_factor.removed')
    notices.deliver()
    return factorId
  }

  /**
   * New recovery codes in place of all before. Throws CONFLICT for an account without a factor, REAUTHENTICATION_REQUIRED
   * as `startTotp`.
   */
  async renewRecoveryCodes(caller: UserCaller): Promise<readonly string[]> {
    const codes = await this.options.database.write(async (db) => {
      await this.#confirmed(db, caller)
      if (!(await db.exists(SecondFactorTable, { userId: caller.id })))
        throw new AppError('CONFLICT', { message: 'This account has no second factor' })
      return this.#newRecoveryCodes(db, caller.id)
    })
    this.options.log.info({ userId: caller.id }, 'recovery_codes.renewed')
    return codes
  }

  /**
   * Removes all factors of any account and ends its sessions, for administrators and the operator. Throws NOT_FOUND for an
   * unknown account, FORBIDDEN and REAUTHENTICATION_REQUIRED as `requireConfirmedAdmin`.
   */
  async removeAllOf(caller: Caller, id: string): Promise<{ readonly account: User; readonly removed: number }> {
    const { database, guard, audit, notices, sessionWatch, log } = this.options
    const userId = rowId(id)
    if (userId === undefined) throw new AppError('NOT_FOUND')
    const done = await database.write(async (db) => {
      await guard.requireConfirmedAdmin(db, caller)
      const account = await db.selectOne(UserTable, { id: userId }, { lock: 'update' })
      if (!account) throw new AppError('NOT_FOUND')
      const removed = await endFactors(db, userId)
      if (removed === 0) return { account, removed }
      await endEverySession(db, userId)
      await this.options.rateLimits.endRow(db, 'secondFactor', account.email)
      await notices.add(db, { account, kind: 'factor_removed', origin: operator })
      const target = { kind: 'ACCOUNT', id: userId, label: account.username } as const
      await audit.record(db, caller, { action: 'SECOND_FACTORS_REMOVED', target, details: { removed } })
      return { account, removed }
    })
    if (done.removed > 0) log.info({ userId, removed: done.removed }, 'second_factors.removed')
    sessionWatch.checkNow(userId)
    notices.deliver()
    return done
  }

  /** The account of the caller, locked, if its person has proved its identity lately. */
  async #confirmed(db: Queries, caller: UserCaller): Promise<User> {
    const account = await lockOwnAccount(db, caller)
    await requireConfirmation(db, caller, this.options.clock())
    return account
  }

  async #start(
    caller: UserCaller,
    purpose: ChallengePurpose,
    secret: string | null = null,
  ): Promise<OpenChallenge & { readonly account: User }> {
    const { database, challenges } = this.options
    return database.write(async (db) => {
      const account = await this.#confirmed(db, caller)
      await requireBelowLimit(db, caller)
      return { account, ...(await challenges.open(db, { account, purpose, secret })) }
    })
  }

  async #ownChallenge(
    db: Queries,
    { id }: UserCaller,
    { token, purpose }: { readonly token: string; readonly purpose: ChallengePurpose },
  ) {
    const challenge = await this.options.challenges.require(db, token, purpose)
    if (challenge.userId !== id) throw unknownChallenge()
    return challenge
  }

  /** Adds what `prove` returns; undefined is a wrong proof. */
  async #add(
    caller: UserCaller,
    origin: ChangeOrigin,
    prove: (db: Queries) => Promise<NewFactor | undefined>,
  ): Promise<AddedFactor> {
    const { database, notices, rateLimits, clock, log } = this.options
    await rateLimits.charge('secondFactor', { ipAddress: origin.ipAddress })
    const added = await database.write(async (db) => {
      const account = await lockOwnAccount(db, caller)
      const isFirst = (await requireBelowLimit(db, caller)) === 0
      const proved = await prove(db)
      if (!proved) return undefined
      // before the factor: the link of the notice ends what is not older than it
      await notices.add(db, { account, kind: 'factor_added', origin })
      const row = { ...proved, userId: caller.id, createdAt: clock() }
      const id = await db.insertReturningId(SecondFactorTable, row)
      const recoveryCodes = isFirst ? await this.#newRecoveryCodes(db, caller.id) : []
      await rateLimits.endRow(db, 'secondFactor', account.email)
      return { factor: await db.selectOneOrThrow(SecondFactorTable, { id }), recoveryCodes }
    })
    if (!added) throw wrongCode()
    log.info({ userId: caller.id, factorId: added.factor.id, kind: added.factor.kind }, 'second_factor.added')
    notices.deliver()
    return added
  }

  async #newRecoveryCodes(db: Queries, userId: number): Promise<readonly string[]> {
    const { secrets, clock } = this.options
    const codes = secrets.newRecoveryCodes()
    const createdAt = clock()
    await db.delete(RecoveryCodeTable, { userId })
    for (const code of codes)
      await db.insert(RecoveryCodeTable, { userId, codeHash: secrets.recoveryHash(userId, code), createdAt })
    return codes
  }
}

const operator: ChangeOrigin = { ipAddress: null, userAgent: null, isOperator: true }

const mayRead = (caller: Caller, userId: number) =>
  caller.kind === 'service' ||
  (caller.kind === 'user' && !caller.key && (caller.id === userId || caller.role === 'ADMIN'))

const factorsOfAll = (db: Queries, userIds: readonly number[]) =>
  db.select(SecondFactorTable, { userId: oneOf(userIds) }, { orderBy: { id: 'asc' } })
const factorsOf = (db: Queries, userId: number) => factorsOfAll(db, [userId])
const passkeysOf = (factors: readonly SecondFactor[]) => factors.filter(({ kind }) => kind === 'PASSKEY')

/** The number of factors. The account must be locked. */
async function requireBelowLimit(db: Queries, { id: userId }: UserCaller): Promise<number> {
  const count = await db.count(SecondFactorTable, { userId })
  if (count < limits.secondFactors) return count
  throw new AppError('CONFLICT', { message: `An account has at most ${limits.secondFactors} second factors` })
}

function noPasskeys(): AppError {
  return new AppError('CONFLICT', { message: 'Passkeys need PUBLIC_URL to be an https address with a name' })
}

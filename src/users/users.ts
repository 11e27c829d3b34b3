import { AppError, badInput } from '@parley/runtime'
import { type Database, oneOf, retryOnUniqueViolation, rowId } from '@parley/statements'
import { TermsAgreementTable, UserTable } from '../database/tables/users.js'
import type { RateLimits } from '../rate-limits/rate-limits.js'
import type { ChangeOrigin } from '../account-notices/client-words.js'
import type { Sessions, SessionTokens } from '../sessions/sessions.js'
import type { AddressProofs } from '../verification/address-proofs.js'
import type { Admission } from './admission.js'
import type { Approvals } from './approvals.js'
import type { Invitations } from './invitations/invitations.js'
import { requireAgreement, type TermsAnswer } from './agreement.js'
import { isSameMailbox } from './canonical.js'
import type { Caller, UserCaller } from './caller.js'
import { hashPassword, matchPassword, verifyPassword } from './passwords.js'
import { findAccount, type KeyColumn } from './find-account.js'
import { requireFree } from './uniqueness.js'
import type { User } from './user.js'

export interface Registration extends TermsAnswer {
  readonly username: string
  /** A second name for look-ups, unique among usernames and handles. */
  readonly handle?: string | null | undefined
  readonly email: string
  readonly password: string
  /** The token of a proof of the mailbox, from `Verification.verify`; absent: the address is not verified. */
  readonly registrationToken?: string | null | undefined
  /** The token of an invitation, whatever the registration policy. */
  readonly invitationToken?: string | null | undefined
}

export interface Credentials {
  readonly email: string
  readonly password: string
}

export interface SignedIn extends SessionTokens {
  readonly account: User
}

const noPassword = 'This account has no password: sign in again by its provider'

/** Accounts: registration, sign-in and look-up. */
export class Users {
  constructor(
    private readonly database: Database,
    private readonly options: {
      /** Epoch milliseconds. */
      readonly clock: () => number
      readonly sessions: Sessions
      readonly rateLimits: RateLimits
      readonly proofs: AddressProofs
      readonly admission: Admission
      readonly invitations: Invitations
      readonly approvals: Approvals
      /** Whether an account can be created without an answer about the terms (contract: earlier-lines.7). */
      readonly areTermsOptional: boolean
    },
  ) {}

  /**
   * Writes the account and its terms record, if any, in one transaction. The address is verified if the registration
   * has the token of its proof. Needs no credential. Throws BAD_USER_INPUT with `must_agree` for a refused agreement,
   * `required` for a missing one, `taken` for a name or address in use, compared in canonical form, and
   * `unknown_registration_token` or `unknown_invitation_token`; RATE_LIMITED after too many registrations from one address;
   * FORBIDDEN where registration is not open to the person.
   */
  async register(input: Registration, ipAddress: string | null): Promise<User> {
    await this.options.rateLimits.charge('register', { ipAddress })
    const terms = requireAgreement(input, this.options.areTermsOptional)
    const { username, handle, email, registrationToken: token, invitationToken } = input
    const { invitations, approvals, admission } = this.options
    await admission.requirePasswords()
    const isProved = typeof token === 'string'
    const isInvited = typeof invitationToken === 'string'
    const { awaitsApproval } = isInvited
      ? await invitations.require(invitationToken)
      : await admission.requireRegistration({ email, isMailboxProved: isProved })
    const passwordHash = await hashPassword(input.password)
    const now = this.options.clock()
    const proof = { emailVerified: isProved, mailboxProved: isProved }
    const state = { awaitingApprovalSince: awaitsApproval ? now : null, createdAt: now, updatedAt: now }
    const values = { username, handle: handle ?? null, email, passwordHash, ...proof, ...state }
    const write = () =>
      this.database.write(async (db) => {
        const redeemed = isInvited ? await invitations.redeem(db, invitationToken, email) : undefined
        const keys = await requireFree(db, { username, handle, email })
        const userId = await db.insertReturningId(UserTable, { ...values, ...keys, ...redeemed?.gives })
        if (redeemed) await invitations.recordUse(db, redeemed.invitation, { id: userId, username })
        if (awaitsApproval) await approvals.request(db)
        if (terms) await db.insert(TermsAgreementTable, { ...terms, userId, agreedAt: now, ipAddress })
        if (isProved) await this.options.proofs.redeem(db, token, (mailbox) => isSameMailbox(mailbox, email))
        return db.selectOneOrThrow(UserTable, { id: userId })
      })
    const account = await retryOnUniqueViolation(write)
    if (awaitsApproval) approvals.deliver()
    return account
  }

  /**
   * A session for the right password. Throws the same UNAUTHENTICATED, after the same time, for a wrong password and an
   * unknown address; RATE_LIMITED, without a check of the password, after too many failures with this e-mail address;
   * with the right password FORBIDDEN for a banned account, and AWAITING_APPROVAL for one that waits for it; with any
   * password FORBIDDEN where passwords are switched off.
   */
  async login(credentials: Credentials, client: ChangeOrigin): Promise<SignedIn> {
    await this.options.admission.requirePasswords()
    const payer = { ipAddress: client.ipAddress, account: credentials.email }
    return this.options.rateLimits.attempt('login', payer, () => this.#signIn(credentials, client))
  }

  /**
   * Proves with the password that the person of the session is its owner; returns until when this counts, in epoch
   * milliseconds. Throws BAD_USER_INPUT for a wrong password; CONFLICT for an account that has no password, whether or not
   * one is sent; RATE_LIMITED as `login`; UNAUTHENTICATED when the session has ended in the meantime;
   * SECOND_FACTOR_REQUIRED for an account with a second factor, whether or not a password is sent.
   */
  async confirmIdentity(
    caller: UserCaller,
    password: string | null | undefined,
    { ipAddress }: ChangeOrigin,
  ): Promise<number> {
    const account = await this.me(caller)
    if (!account) throw new AppError('UNAUTHENTICATED')
    const { email, passwordHash } = account
    if (typeof password !== 'string' || passwordHash === null) await this.options.sessions.requireSecondStep(caller)
    if (passwordHash === null) throw new AppError('CONFLICT', { message: noPassword })
    if (typeof password !== 'string') throw badInput('password', 'The password is missing')
    return this.options.rateLimits.attempt('login', { ipAddress, account: email }, async () => {
      // not UNAUTHENTICATED, after which clients renew the session and repeat the request
      if (!(await verifyPassword(passwordHash, password))) throw badInput('password', 'The password is wrong')
      return this.options.sessions.confirm(caller)
    })
  }

  /** Retries when the account changed meanwhile: the address may belong to another account by then. */
  async #signIn({ email, password }: Credentials, client: ChangeOrigin): Promise<SignedIn> {
    for (;;) {
      const account = await this.#findByKey('emailKey', email)
      const match = await matchPassword(account?.passwordHash, password)
      if (match === 'none' || !account)
        throw new AppError('UNAUTHENTICATED', { message: 'Wrong e-mail address or password' })
      if (match === 'unprepared') await this.#prepare(account, password)
      const session = await this.options.sessions.open(account, client)
      if (session) return { ...session, account }
    }
  }

  /** Replaces a hash of an earlier release, unless the password was changed in the meantime. */
  async #prepare({ id, passwordHash: before }: User, password: string): Promise<void> {
    const passwordHash = await hashPassword(password)
    await this.database.write((db) => db.update(UserTable, { id, passwordHash: before }, { passwordHash }))
  }

  async find(id: string): Promise<User | null> {
    const userId = rowId(id)
    if (userId === undefined) return null
    return (await this.database.read((db) => db.selectOne(UserTable, { id: userId }))) ?? null
  }

  /** The accounts of these ids that the caller may read: its own, and for administrators all. Null for any other. */
  async accountsOf(caller: Caller, ids: readonly number[]): Promise<(User | null)[]> {
    if (caller.kind !== 'user') return []
    return this.byIds(caller.role === 'ADMIN' ? ids : ids.filter((id) => id === caller.id))
  }

  /** By username or handle. */
  async findByName(name: string): Promise<User | null> {
    return (await this.#findByKey('usernameKey', name)) ?? this.#findByKey('handleKey', name)
  }

  /** The caller's own account; null without one. */
  async me(caller: Caller): Promise<User | null> {
    return caller.kind === 'user' ? this.find(String(caller.id)) : null
  }

  /** In the order of the ids, null for an unknown id; for batching. */
  async byIds(ids: readonly number[]): Promise<(User | null)[]> {
    const found = await this.database.read((db) => db.select(UserTable, { id: oneOf(ids) }))
    const byId = new Map(found.map((user) => [user.id, user]))
    return ids.map((id) => byId.get(id) ?? null)
  }

  async #findByKey(column: KeyColumn, text: string): Promise<User | null> {
    return (await this.database.read((db) => findAccount(db, { column, text }))) ?? null
  }
}

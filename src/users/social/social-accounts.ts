import { randomUUID } from 'node:crypto'
import { type Database, type Queries, retryOnUniqueViolation } from '@parley/statements'
import type { AccountNotices } from '../../account-notices/account-notices.js'
import { ownEmailAddress } from '../../text-rules.js'
import { SocialIdentityTable } from '../../database/tables/social-identities.js'
import { SecondFactorTable } from '../../database/tables/second-factors.js'
import { UserTable } from '../../database/tables/users.js'
import type { Identity } from '../../ports/identity-provider/identity-provider.js'
import type { SessionWatch } from '../../sessions/session-watch.js'
import type { Admission } from '../admission.js'
import type { Approvals } from '../approvals.js'
import type { Invitation } from '../invitations/invitation.js'
import { type Invitations, unusableInvitation } from '../invitations/invitations.js'
import { canonicalAddress, canonicalName, isSameMailbox } from '../canonical.js'
import { findAccount } from '../find-account.js'
import { noMailDomain } from '../mailboxes.js'
import { endOlderAccess } from '../older-access.js'
import { isName } from '../uniqueness.js'
import type { User } from '../user.js'
import { usernameFrom, usernamesLike } from '../username.js'
import type { ProviderUser } from './provider-user.js'
import type { SocialIdentity } from './social-identity.js'

interface Visitor extends ProviderUser {
  /** The token of an invitation, which makes a new account alone. */
  readonly invitationToken?: string | null | undefined
}

interface Newcomer extends Visitor {
  /** Throws FORBIDDEN unless an account may be created. */
  readonly requireAdmission: Awaited<ReturnType<Admission['providerCheck']>>
}

interface Admitted {
  readonly gives: Partial<Pick<User, 'role' | 'membership' | 'addressAssigned' | 'awaitingApprovalSince'>>
  readonly invitation?: Invitation
}

interface Found {
  readonly account: User
  /** Whether the account has a second factor: then nothing was changed, and `complete` changes it after the second step. */
  readonly needsSecondStep: boolean
}

interface SignIn extends Found {
  /** Whether an existing account got this identity, and lost its older access. */
  readonly hasJoined: boolean
}

interface Address {
  readonly email: string
  readonly isVerified: boolean
}

/** Finds or creates the account for a person of a provider. An unproved address never leads to an existing account. */
export class SocialAccounts {
  constructor(
    private readonly database: Database,
    private readonly options: {
      admission: Admission
      invitations: Invitations
      approvals: Approvals
      notices: AccountNotices
      sessionWatch: SessionWatch
      clock: () => number
    },
  ) {}

  /**
   * The account of this person: that of the last sign-in; else the one whose mailbox is proved, or whose address an
   * administrator has given, and that the provider has verified too, whose older access ends; else a new one
   * (contract: sign-in.16, sign-in.17). Concurrent sign-ins get the same account. Throws FORBIDDEN where no new account may
   * be created, BAD_USER_INPUT as `Invitations.redeem`, and for an invitation that comes with a person who has an account: what
   * it gives is neither lost without a word nor added to an account that no administrator has chosen for it.
   */
  async findOrCreate(visitor: Visitor): Promise<Found> {
    const known = await this.database.read(async (db) => {
      const found = await knownAccount(db, visitor)
      return found && { ...found, needsSecondStep: await hasSecondFactor(db, found.account) }
    })
    if (known) requireNoInvitation(visitor)
    if (known && (known.needsSecondStep || !isNewProof(known.identity, visitor))) return known
    const requireAdmission = await this.options.admission.providerCheck()
    const { hasJoined, ...found } = await retryOnUniqueViolation((attempt) =>
      this.database.write((db) => this.#signIn(db, { ...visitor, requireAdmission }, attempt > 1)),
    )
    if (hasJoined) this.announceJoin(found.account)
    else this.options.notices.deliver()
    return found
  }

  /** After the transaction in which an account got another identity: its older sessions end, and its owner gets a mail. */
  announceJoin({ id }: User): void {
    this.options.sessionWatch.checkNow(id)
    this.options.notices.deliver()
  }

  /**
   * Completes the sign-in of a person who has proved a second factor of the account, which must be locked. Undefined if the
   * person may not have this account any more. The caller must call `announceJoin` after the transaction.
   */
  async complete(db: Queries, account: User, person: ProviderUser): Promise<User | undefined> {
    const known = await knownAccount(db, person)
    if (!known) return isOwner(account, addressOf(person.identity)) ? this.#join(db, account, person) : undefined
    if (known.account.id !== account.id) return undefined
    await prove(db, known.identity, person)
    return account
  }

  /** Records that a session has begun. */
  async recordSignIn({ provider, identity: { subject } }: ProviderUser): Promise<void> {
    const signedInAt = this.options.clock()
    await this.database.write((db) => db.update(SocialIdentityTable, { provider, subject }, { signedInAt }))
  }

  async #signIn(db: Queries, newcomer: Newcomer, isContended: boolean): Promise<SignIn> {
    const address = addressOf(newcomer.identity)
    const known = await knownAccount(db, newcomer)
    if (known) {
      const needsSecondStep = await hasSecondFactor(db, known.account)
      if (!needsSecondStep) await prove(db, known.identity, newcomer)
      return { account: known.account, needsSecondStep, hasJoined: false }
    }
    // locked, so that it is neither deleted nor changes its address while the identity is added
    const holder = address && (await findAccount(db, { column: 'emailKey', text: address.email, lock: true }))
    if (holder && isOwner(holder, address)) {
      requireNoInvitation(newcomer)
      if (await hasSecondFactor(db, holder)) return { account: holder, needsSecondStep: true, hasJoined: false }
      return { account: await this.#join(db, holder, newcomer), needsSecondStep: false, hasJoined: true }
    }
    const { gives, invitation } = await this.#admit(db, newcomer)
    const account = await this.#create(db, newcomer, { address: holder ? undefined : address, gives, isContended })
    if (invitation) await this.options.invitations.recordUse(db, invitation, account)
    await this.#addIdentity(db, account, newcomer)
    return { account, needsSecondStep: false, hasJoined: false }
  }

  async #addIdentity(db: Queries, { id: userId }: User, { provider, identity }: ProviderUser): Promise<void> {
    const { subject } = identity
    const createdAt = this.options.clock()
    await db.insert(SocialIdentityTable, { userId, provider, subject, ...proofOf(identity), createdAt })
  }

  /** By an invitation of the link or for the address, or else by the policy. Throws FORBIDDEN where neither admits the person. */
  async #admit(db: Queries, { identity, invitationToken, requireAdmission }: Newcomer): Promise<Admitted> {
    const { approvals, invitations, clock } = this.options
    const address = addressOf(identity)
    if (typeof invitationToken === 'string')
      return invitations.redeem(db, invitationToken, address?.isVerified === true ? address.email : '')
    const invited = address?.isVerified === true && (await invitations.redeemFor(db, address.email))
    if (invited) return invited
    const { awaitsApproval } = requireAdmission(
      address && { email: address.email, isMailboxProved: address.isVerified },
    )
    if (awaitsApproval) await approvals.request(db)
    return { gives: { awaitingApprovalSince: awaitsApproval ? clock() : null } }
  }

  async #join(db: Queries, holder: User, person: ProviderUser): Promise<User> {
    const older = await endOlderAccess(db, holder)
    // of an address that an administrator has given, this is the first proof
    const proof = { emailVerified: true, mailboxProved: true }
    await db.update(UserTable, { id: older.id }, proof)
    const account = { ...older, ...proof }
    await this.options.notices.add(db, { account, kind: 'identity_added', origin: person.origin })
    await this.#addIdentity(db, account, person)
    return account
  }

  /** Writes no terms record, since there was no agreement. */
  async #create(
    db: Queries,
    { provider, identity }: ProviderUser,
    { address, gives, isContended }: Pick<Admitted, 'gives'> & { address: Address | undefined; isContended: boolean },
  ): Promise<User> {
    const { email, isVerified } = address ?? { email: noAddress(), isVerified: false }
    const username = await freeUsername(db, usernameFrom(identity.name), isContended)
    const now = this.options.clock()
    const id = await db.insertReturningId(UserTable, {
      username,
      usernameKey: canonicalName(username),
      email,
      emailKey: canonicalAddress(email),
      passwordHash: null,
      emailVerified: isVerified,
      mailboxProved: isVerified,
      ...gives,
      provider,
      providerId: identity.subject.length <= providerIdLength ? identity.subject : null,
      createdAt: now,
      updatedAt: now,
    })
    return db.selectOneOrThrow(UserTable, { id })
  }
}

/** The documented column is shorter than a provider's id may be; the identity stores the whole id. */
const providerIdLength = 100

async function knownAccount(
  db: Queries,
  { provider, identity: { subject } }: ProviderUser,
): Promise<{ readonly identity: SocialIdentity; readonly account: User } | undefined> {
  const identity = await db.selectOne(SocialIdentityTable, { provider, subject })
  const account = identity && (await db.selectOne(UserTable, { id: identity.userId }))
  return account && { identity, account }
}

const hasSecondFactor = (db: Queries, { id }: User) => db.exists(SecondFactorTable, { userId: id })

/** Whether the provider has verified the mailbox of an account that is known to be its owner's. */
function isOwner({ email, mailboxProved, addressAssigned }: User, address: Address | undefined): boolean {
  return (mailboxProved || addressAssigned) && address?.isVerified === true && isSameMailbox(email, address.email)
}

async function prove(db: Queries, known: SocialIdentity, person: ProviderUser): Promise<void> {
  if (isNewProof(known, person)) await db.update(SocialIdentityTable, { id: known.id }, proofOf(person.identity))
}

function proofOf(identity: Identity): Pick<SocialIdentity, 'provedEmail'> {
  const address = addressOf(identity)
  return { provedEmail: address?.isVerified ? address.email : null }
}

function requireNoInvitation({ invitationToken }: Visitor): void {
  if (typeof invitationToken === 'string')
    throw unusableInvitation('You have an account, and an invitation makes a new one: sign in without it')
}

/** Whether the provider has verified another address than at the last sign-in. */
function isNewProof({ provedEmail }: SocialIdentity, { identity }: ProviderUser): boolean {
  const address = addressOf(identity)
  return address?.isVerified === true && address.email !== provedEmail
}

function addressOf({ email, emailVerified }: Identity): Address | undefined {
  const { data } = ownEmailAddress.safeParse(email)
  return data === undefined ? undefined : { email: data, isVerified: emailVerified }
}

/** A placeholder for a required address: the domain has no owner, and the name cannot be guessed. */
function noAddress(): string {
  return `${randomUUID()}@${noMailDomain}`
}

async function freeUsername(db: Queries, base: string, isContended: boolean): Promise<string> {
  for (const username of usernamesLike(base, isContended)) if (!(await isName(db, username))) return username
  throw new Error('no free username was found')
}

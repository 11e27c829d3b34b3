import { hash, randomBytes } from 'node:crypto'
import { AppError, badInput, type Logger } from '@parley/runtime'
import {
  connection,
  type Connection,
  type Database,
  everyRow,
  moreThan,
  oneOf,
  type PageArgs,
  pageRequest,
  type Queries,
  retryOnUniqueViolation,
  rowId,
  selectPage,
} from '@parley/statements'
import { InvitationTable } from '../../database/tables/invitations.js'
import { UserTable } from '../../database/tables/users.js'
import type { Audit } from '../../audit/audit.js'
import type { AdminGuard } from '../admin-guard.js'
import { canonicalAddress, sharedKey } from '../canonical.js'
import type { Caller } from '../caller.js'
import { refusedInput } from '../refused-input.js'
import type { MembershipType, Role, User } from '../user.js'
import type { Invitation } from './invitation.js'

interface NewInvitation {
  /** Only an account with this address can use it; absent: any account. */
  readonly email?: string | null | undefined
  /** Default USER; an administrator's has one use. */
  readonly role?: Role | null | undefined
  /** Default BASIC. */
  readonly membership?: MembershipType | null | undefined
  /** Default 1. */
  readonly maxUses?: number | null | undefined
  /** Epoch milliseconds; default in 7 days. */
  readonly expiresAt?: number | null | undefined
}

export interface CreatedInvitation {
  readonly invitation: Invitation
  /** The link, which is not available again. */
  readonly url: string
}

/** What an invitation gives to its accounts. */
export type Invited = Pick<User, 'role' | 'membership' | 'addressAssigned'>

interface Redeemed {
  readonly gives: Invited
  readonly invitation: Invitation
}

const dayMs = 24 * 60 * 60 * 1_000
const usualLifetimeMs = 7 * dayMs
const longestLifetimeMs = 366 * dayMs
const setUpLifetimeMs = dayMs
/** In place of an id: the link of the first administrator is replaced, and there is one. */
const setUpTarget = 'set-up'
const invitationPage = selectPage(InvitationTable)

/** Links by which people create accounts where they could not register otherwise, and the link of the first administrator. */
export class Invitations {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly guard: AdminGuard
      readonly audit: Audit
      /** The address of the chat page, which has the form of the link. */
      readonly publicUrl: string
      /** Epoch milliseconds. */
      readonly clock: () => number
      readonly log: Logger
    },
  ) {}

  /**
   * Creates an invitation and returns its link. For administrators and the operator. Throws BAD_USER_INPUT for an end that
   * is not within a year, for a link of several administrators, and with `taken` for the address of an account; the errors
   * of `AdminGuard.requireConfirmedAdmin`.
   */
  async create(caller: Caller, input: NewInvitation): Promise<CreatedInvitation> {
    const { database, guard, audit, clock, log } = this.options
    const now = clock()
    const { email = null, role, membership, maxUses, expiresAt } = input
    const until = expiresAt ?? now + usualLifetimeMs
    if (until <= now || until > now + longestLifetimeMs)
      throw badInput('expiresAt', 'An invitation must end in the future, within 366 days')
    const values = { role: role ?? 'USER', membership: membership ?? 'BASIC', maxUses: maxUses ?? 1 } as const
    if (values.role === 'ADMIN' && values.maxUses > 1)
      throw badInput('maxUses', 'An invitation of an administrator has one use')
    const { token, tokenHash } = newToken()
    const address = { email, emailKey: email === null ? null : canonicalAddress(email) }
    const row = { ...values, ...address, tokenHash, createdAt: now, expiresAt: until }
    const invitation = await database.write(async (db) => {
      await guard.requireConfirmedAdmin(db, caller)
      if (email !== null) await requireNoAccount(db, email)
      const id = await db.insertReturningId(InvitationTable, row)
      const details = { ...values, expiresAt: new Date(until).toISOString() }
      const target = { kind: 'INVITATION', id, label: email } as const
      await audit.record(db, caller, { action: 'INVITATION_CREATED', target, details })
      return db.selectOneOrThrow(InvitationTable, { id })
    })
    log.info({ invitationId: invitation.id, role: invitation.role, maxUses: invitation.maxUses }, 'invitation.created')
    return { invitation, url: this.#urlOf('sign-up', token) }
  }

  /** The invitations that have not expired, by id; for administrators, the resolvers check the permission. */
  async list(page: PageArgs): Promise<Connection<Invitation>> {
    const request = pageRequest(page)
    const [afterId = 0] = request.after ?? []
    const where = { id: moreThan(afterId), purpose: null, expiresAt: moreThan(this.options.clock()) }
    const rows = await this.options.database.read((db) =>
      invitationPage(db, { where, orderBy: { id: 'asc' } }, request),
    )
    return connection(request, rows, ({ id }) => [id])
  }

  /**
   * Ends an invitation; its accounts stay. For administrators and the operator. Throws NOT_FOUND for one that does not exist
   * or has expired, the errors of `AdminGuard.requireConfirmedAdmin`.
   */
  async revoke(caller: Caller, id: string): Promise<number> {
    const { database, guard, audit, clock, log } = this.options
    const invitationId = rowId(id)
    if (invitationId === undefined) throw new AppError('NOT_FOUND')
    const where = { id: invitationId, purpose: null, expiresAt: moreThan(clock()) }
    await database.write(async (db) => {
      await guard.requireConfirmedAdmin(db, caller)
      const found = await db.selectOne(InvitationTable, where, { lock: 'update' })
      if (!found) throw new AppError('NOT_FOUND')
      await db.delete(InvitationTable, { id: invitationId })
      const target = { kind: 'INVITATION', id: invitationId, label: found.email } as const
      await audit.record(db, caller, { action: 'INVITATION_REVOKED', target, details: { uses: found.uses } })
    })
    log.info({ invitationId }, 'invitation.revoked')
    return invitationId
  }

  /** The invitation that a link can still use; null for any other token. Changes nothing. */
  async find(token: string): Promise<Invitation | null> {
    const found = await this.options.database.read((db) => db.selectOne(InvitationTable, { tokenHash: hashOf(token) }))
    return found && this.#isOpen(found) ? found : null
  }

  /** Throws as `redeem` for a token that no account could use now, before the work of a registration. */
  async require(token: string): Promise<{ readonly awaitsApproval: false }> {
    if (!(await this.find(token))) throw unknownToken()
    return { awaitsApproval: false }
  }

  /**
   * Counts a use of the invitation with this token, in the transaction that creates the account of the address. Throws
   * BAD_USER_INPUT with `unknown_invitation_token` for one that is wrong, expired, revoked, used up or for another address;
   * the link of the first administrator is used up once there is an administrator.
   */
  async redeem(db: Queries, token: string, email: string): Promise<Redeemed> {
    const isSetUp = async () =>
      (await db.selectOne(InvitationTable, { tokenHash: hashOf(token) }))?.purpose === 'SET_UP'
    // locks the administrators, which are locked before any other row
    if ((await isSetUp()) && (await this.options.guard.hasAdmin(db))) throw unknownToken()
    const found = await db.selectOne(InvitationTable, { tokenHash: hashOf(token) }, { lock: 'update' })
    const isOwn = found?.emailKey === null || found?.emailKey === canonicalAddress(email)
    if (!found || !isOwn || !this.#isOpen(found)) throw unknownToken()
    return this.#use(db, found)
  }

  /** As `redeem`, of the oldest open invitation for an address that the person has proved; undefined without one. */
  async redeemFor(db: Queries, email: string): Promise<Redeemed | undefined> {
    const where = { emailKey: canonicalAddress(email), expiresAt: moreThan(this.options.clock()) }
    const found = await db.select(InvitationTable, where, { orderBy: { id: 'asc' }, lock: 'update' })
    const open = found.find((each) => this.#isOpen(each))
    return open && this.#use(db, open)
  }

  /** Records the account that an invitation has made, in the transaction of `redeem`. */
  async recordUse(
    db: Queries,
    { id: invitationId, purpose, email: label, role, membership }: Invitation,
    { id, username }: Pick<User, 'id' | 'username'>,
  ): Promise<void> {
    const target = { kind: 'ACCOUNT', id, label: username } as const
    const details = { role, membership, invitation: purpose === 'SET_UP' ? setUpTarget : invitationId }
    await this.options.audit.record(db, { kind: 'invitation', label }, { action: 'ACCOUNT_CREATED', target, details })
  }

  /**
   * A link that makes the first administrator, once within 24 hours, in place of an earlier one. Throws CONFLICT where
   * there is an administrator.
   */
  async createSetUp(caller: Caller): Promise<string> {
    const { database, guard, audit, clock, log } = this.options
    const now = clock()
    const { token, tokenHash } = newToken()
    const row = { tokenHash, role: 'ADMIN', membership: 'BASIC', maxUses: 1 } as const
    await retryOnUniqueViolation(() =>
      database.write(async (db) => {
        if (await guard.hasAdmin(db)) throw new AppError('CONFLICT', { message: 'There is an administrator already' })
        await db.delete(InvitationTable, { purpose: 'SET_UP' })
        const times = { createdAt: now, expiresAt: now + setUpLifetimeMs }
        await db.insert(InvitationTable, { ...row, ...times, purpose: 'SET_UP' })
        const target = { kind: 'INVITATION', id: setUpTarget } as const
        const details = { expiresAt: new Date(times.expiresAt).toISOString() }
        await audit.record(db, caller, { action: 'SET_UP_LINK_CREATED', target, details })
      }),
    )
    log.info({ expiresAt: new Date(now + setUpLifetimeMs).toISOString() }, 'set_up_link.created')
    return this.#urlOf('set-up', token)
  }

  /** As `createSetUp`, for the first start; undefined where the store has an account. */
  async createFirstSetUp(): Promise<string | undefined> {
    const hasAccount = await this.options.database.read((db) => db.exists(UserTable, everyRow))
    return hasAccount ? undefined : this.createSetUp({ kind: 'service' })
  }

  #isOpen({ uses, maxUses, expiresAt }: Invitation): boolean {
    return uses < maxUses && expiresAt > this.options.clock()
  }

  /** The row is locked, so that two uses count one after the other. */
  async #use(db: Queries, invitation: Invitation): Promise<Redeemed> {
    const { id, uses, role, membership, email, purpose } = invitation
    await db.update(InvitationTable, { id }, { uses: uses + 1 })
    this.options.log.info({ invitationId: id, role }, 'invitation.used')
    return { gives: { role, membership, addressAssigned: email !== null || purpose === 'SET_UP' }, invitation }
  }

  /** Behind the hash, which no server and no log receives. */
  #urlOf(route: 'sign-up' | 'set-up', token: string): string {
    return `${this.options.publicUrl}/#/${route}?invitation=${token}`
  }
}

async function requireNoAccount(db: Queries, email: string): Promise<void> {
  const emailKey = oneOf([canonicalAddress(email), sharedKey(email)])
  if (!(await db.exists(UserTable, { emailKey }))) return
  const message =
    'An account has this address, and an invitation is for a new one: change its role or membership instead'
  throw refusedInput([{ path: ['input', 'email'], rule: 'taken', message }])
}

function newToken() {
  const token = randomBytes(24).toString('base64url')
  return { token, tokenHash: hashOf(token) }
}

// a token is too long to guess, so its hash needs neither key nor salt
const hashOf = (token: string) => hash('sha256', token)

function unknownToken(): AppError {
  return unusableInvitation('This invitation is used, expired or revoked, or it is for another address')
}

export function unusableInvitation(message: string): AppError {
  const fields = [{ path: ['input', 'invitationToken'], rule: 'unknown_invitation_token' as const, message }]
  return new AppError('BAD_USER_INPUT', { message, fields })
}

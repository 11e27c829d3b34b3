import { AppError, type Logger } from '@parley/runtime'
import {
  connection,
  type Connection,
  type Database,
  moreThan,
  oneOf,
  type PageArgs,
  pageRequest,
  type Queries,
  rowId,
  selectPage,
  type Where,
} from '@parley/statements'
import type { Audit } from '../audit/audit.js'
import { endEverySession } from '../database/statements/end-every-session.js'
import { GenerationTable } from '../database/tables/generations.js'
import { UserTable } from '../database/tables/users.js'
import { activeStatuses } from '../replies/generation.js'
import type { Replies } from '../replies/replies.js'
import type { AdminGuard } from '../users/admin-guard.js'
import type { Caller } from '../users/caller.js'
import type { User } from '../users/user.js'
import { activityColumns, isActive, isBanned } from './ban.js'
import type { SessionWatch } from './session-watch.js'

interface BanTerms {
  /** Visible only to administrators, not to the banned account. */
  readonly reason?: string | null | undefined
  /** When the ban ends by itself, in epoch milliseconds; absent: only when it is lifted. */
  readonly until?: number | null | undefined
}

/** A ban in force. */
export interface Ban {
  readonly bannedAt: number
  readonly until: number | null
  readonly reason: string | null
}

const userPage = selectPage(UserTable)

/** Bans accounts. Rooms, characters and other content of a banned account stay. */
export class Bans {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly guard: AdminGuard
      readonly audit: Audit
      readonly watch: SessionWatch
      readonly replies: Pick<Replies, 'cancel'>
      readonly clock: () => number
      readonly log: Logger
    },
  ) {}

  /**
   * Bans an account from now on: its sessions and tokens end for good, its API keys are refused during the ban, and its
   * running generations are cancelled. A second ban replaces the terms of the first. For administrators and the
   * operator. Throws NOT_FOUND for an unknown account, FORBIDDEN for that of the caller and for a caller that is no longer
   * an administrator, BAD_USER_INPUT for an end in the past.
   */
  async ban(caller: Caller, id: string, { reason = null, until = null }: BanTerms): Promise<User> {
    const userId = rowId(id)
    if (userId === undefined) throw new AppError('NOT_FOUND')
    if (caller.kind === 'user' && caller.id === userId) throw ownBan()
    const now = this.options.clock()
    if (until !== null && until <= now) throw endInThePast()
    const terms = { bannedAt: now, bannedUntil: until, banReason: reason }
    const account = await this.options.database.write(async (db) => {
      await this.options.guard.requireAdmin(db, caller)
      const { before, after: banned } = await this.#set(db, userId, terms)
      await endEverySession(db, userId)
      const isSame = isBanned(before, now) && before.bannedUntil === until && before.banReason === reason
      if (isSame) return banned
      const target = { kind: 'ACCOUNT', id: userId, label: banned.username } as const
      const details = { until: until === null ? null : new Date(until).toISOString() }
      await this.options.audit.record(db, caller, { action: 'ACCOUNT_BANNED', target, details })
      return banned
    })
    this.options.log.info({ userId, until }, 'account.banned')
    this.options.watch.checkNow(userId)
    await this.#cancelReplies(userId)
    return account
  }

  /**
   * Lifts a ban, if any; the account must sign in again. For administrators and the operator. Throws NOT_FOUND for an
   * unknown account, FORBIDDEN for a caller that is no longer an administrator.
   */
  async lift(caller: Caller, id: string): Promise<User> {
    const userId = rowId(id)
    if (userId === undefined) throw new AppError('NOT_FOUND')
    const none = { bannedAt: null, bannedUntil: null, banReason: null }
    const { account, wasBanned } = await this.options.database.write(async (db) => {
      // a banned administrator must not lift its own ban by a request that began before it
      await this.options.guard.requireAdmin(db, caller)
      const { before, after: lifted } = await this.#set(db, userId, none)
      if (!isBanned(before, this.options.clock())) return { account: lifted, wasBanned: false }
      const target = { kind: 'ACCOUNT', id: userId, label: lifted.username } as const
      await this.options.audit.record(db, caller, { action: 'BAN_LIFTED', target, details: {} })
      return { account: lifted, wasBanned: true }
    })
    if (wasBanned) this.options.log.info({ userId }, 'ban.lifted')
    return account
  }

  /** Whether an account can be used: it is approved, and not banned. */
  async isActive(userId: number): Promise<boolean> {
    const account = await this.options.database.read((db) =>
      db.selectOne(UserTable, { id: userId }, { columns: activityColumns }),
    )
    return account !== undefined && isActive(account, this.options.clock())
  }

  /** The banned accounts by id, for the operator. */
  async list(page: PageArgs): Promise<Connection<User>> {
    const request = pageRequest(page)
    const [afterId = 0] = request.after ?? []
    const banned = { id: moreThan(afterId), bannedAt: moreThan(0) }
    const where: Where<User> = [
      { ...banned, bannedUntil: null },
      { ...banned, bannedUntil: moreThan(this.options.clock()) },
    ]
    const rows = await this.options.database.read((db) => userPage(db, { where, orderBy: { id: 'asc' } }, request))
    return connection(request, rows, ({ id }) => [id])
  }

  /** The ban of an account, for administrators; null for other callers, and without a ban. */
  visibleBan(caller: Caller, account: Pick<User, 'bannedAt' | 'bannedUntil' | 'banReason'>): Ban | null {
    const mayKnow = caller.kind === 'service' || (caller.kind === 'user' && caller.role === 'ADMIN')
    const { bannedAt, bannedUntil: until, banReason: reason } = account
    if (!mayKnow || bannedAt === null || !isBanned(account, this.options.clock())) return null
    return { bannedAt, until, reason }
  }

  async #set(
    db: Queries,
    userId: number,
    values: Pick<User, 'bannedAt' | 'bannedUntil' | 'banReason'>,
  ): Promise<{ readonly before: User; readonly after: User }> {
    const before = await db.selectOne(UserTable, { id: userId }, { lock: 'update' })
    if (!before) throw new AppError('NOT_FOUND')
    await db.update(UserTable, { id: userId }, values)
    return { before, after: { ...before, ...values } }
  }

  /** Cancels generations one by one. A generation that cannot be cancelled now ends by itself, without a reader. */
  async #cancelReplies(userId: number): Promise<void> {
    const owner = { kind: 'user', id: userId, role: 'USER' } as const
    const where = { ownerId: userId, status: oneOf(activeStatuses) }
    for (const { id } of await this.options.database.read((db) =>
      db.select(GenerationTable, where, { columns: ['id'] }),
    ))
      await this.options.replies.cancel(owner, id).catch((error: unknown) => {
        this.options.log.warn({ userId, generationId: id, err: error }, 'generation.cancel_failed')
      })
  }
}

function ownBan(): AppError {
  return new AppError('FORBIDDEN', { message: 'You cannot ban your own account' })
}

function endInThePast(): AppError {
  const message = 'A ban must end in the future'
  return new AppError('BAD_USER_INPUT', { message, fields: [{ path: ['until'], rule: 'format', message }] })
}

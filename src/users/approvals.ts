import { AppError, type Logger } from '@parley/runtime'
import { type Database, type Queries, rowId } from '@parley/statements'
import type { AccountNotices } from '../account-notices/account-notices.js'
import type { Audit } from '../audit/audit.js'
import type { ChangeOrigin } from '../account-notices/client-words.js'
import { UserTable } from '../database/tables/users.js'
import type { AdminGuard } from './admin-guard.js'
import type { Caller } from './caller.js'
import type { User } from './user.js'

const unknownOrigin: ChangeOrigin = { ipAddress: null, userAgent: null }
/** Of an installation with more administrators the oldest get the mail. */
const notifiedAdmins = 20

interface Approval {
  readonly account: User
  /** False when it was approved already. */
  readonly changed: boolean
}

/** The accounts of people who wait until an administrator approves them (`REGISTRATION=approval`). */
export class Approvals {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly guard: AdminGuard
      readonly audit: Audit
      readonly notices: AccountNotices
      readonly clock: () => number
      readonly log: Logger
    },
  ) {}

  /**
   * Stores a notice to each administrator that can act now, in the transaction that creates an account which waits; call
   * `deliver` after the commit. Beyond the bounds of notices of a day there is none: the mail names no account, and the
   * console shows all.
   */
  async request(db: Queries): Promise<void> {
    const { guard, notices } = this.options
    const admins = await guard.activeAdmins(db)
    for (const account of admins.slice(0, notifiedAdmins))
      await notices.add(db, { account, kind: 'approval_requested', origin: unknownOrigin, hasLink: false })
  }

  deliver(): void {
    this.options.notices.deliver()
  }

  /**
   * Approves an account, so that its owner can sign in, and sends a mail about it; one that is approved stays as it is. For
   * administrators and the operator. Throws NOT_FOUND for an unknown account, the errors of
   * `AdminGuard.requireConfirmedAdmin`.
   */
  async approve(caller: Caller, id: string): Promise<Approval> {
    const { database, guard, audit, notices, log } = this.options
    const userId = rowId(id)
    if (userId === undefined) throw new AppError('NOT_FOUND')
    const approval = await database.write(async (db) => {
      await guard.requireConfirmedAdmin(db, caller)
      const before = await db.selectOne(UserTable, { id: userId }, { lock: 'no key update' })
      if (!before) throw new AppError('NOT_FOUND')
      if (before.awaitingApprovalSince === null) return { account: before, changed: false }
      const change = { awaitingApprovalSince: null, updatedAt: this.options.clock() }
      await db.update(UserTable, { id: userId }, change)
      await notices.add(db, { account: before, kind: 'account_approved', origin: unknownOrigin, hasLink: false })
      const target = { kind: 'ACCOUNT', id: userId, label: before.username } as const
      await audit.record(db, caller, { action: 'ACCOUNT_APPROVED', target, details: {} })
      log.info({ userId }, 'account.approved')
      return { account: { ...before, ...change }, changed: true }
    })
    notices.deliver()
    return approval
  }
}

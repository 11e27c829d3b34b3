import { AppError, type Logger } from '@parley/runtime'
import { type Database, type Queries, retryOnUniqueViolation, rowId } from '@parley/statements'
import { lockOwnAccount } from '../database/statements/own-account.js'
import { PasswordResetTable } from '../database/tables/password-resets.js'
import { UserTable } from '../database/tables/users.js'
import type { AccountNotices } from '../account-notices/account-notices.js'
import type { Audit } from '../audit/audit.js'
import type { ChangeOrigin } from '../account-notices/client-words.js'
import type { Images } from '../images/images.js'
import type { Picture, ProfilePicture } from '../images/picture.js'
import type { AdminGuard } from './admin-guard.js'
import type { Caller, UserCaller } from './caller.js'
import { isSameMailbox } from './canonical.js'
import { requireFree } from './uniqueness.js'
import type { MembershipType, User } from './user.js'

/** The changes of a profile. Absent and null keep the value, except that null removes the image and the time zone. */
export interface ProfileChange {
  readonly username?: string | null | undefined
  readonly email?: string | null | undefined
  readonly imageId?: string | null | undefined
  readonly timeZone?: string | null | undefined
}

/** Changes of the caller's own account, and of the membership of any account. */
export class Profiles {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly images: Images
      readonly guard: AdminGuard
      readonly audit: Audit
      readonly notices: AccountNotices
      /** Epoch milliseconds. */
      readonly clock: () => number
      /** Whether accounts may choose their membership level, or only administrators. */
      readonly membershipSelfService: boolean
      readonly log: Logger
    },
  ) {}

  /**
   * Changes the given fields and `updatedAt`. An address of another mailbox is unverified and unproved (contract:
   * users.11), and the mailbox before gets a notice (contract: users.22).
   * Throws BAD_USER_INPUT with `taken` for a name or address of another account, and for another account's image,
   * CONFLICT for an address by which the last administrator would lose its role (contract: users.21), UNAUTHENTICATED
   * when the session has ended in the meantime.
   */
  async update(caller: UserCaller, change: ProfileChange, origin: ChangeOrigin): Promise<User> {
    const { username, email, imageId, timeZone } = change
    const name = typeof username === 'string' ? { username } : {}
    const zone = timeZone === undefined ? {} : { timeZone }
    const write = () =>
      this.options.database.write(async (db) => {
        // locks all administrators, so it comes first
        if (typeof email === 'string') await this.options.guard.requireAnotherAdmin(db, caller, email)
        const before = await lockOwnAccount(db, caller)
        const claim = await requireFree(db, { username, email }, caller.id)
        const address = typeof email === 'string' ? await this.#address(db, before, { email, origin }) : {}
        const shown = imageId === undefined ? undefined : pictureOf(before)
        const picture = shown && (await this.#claimed(db, caller, { imageId, shown }))
        const account = await this.#change(db, caller, { ...name, ...zone, ...address, ...claim, ...picture })
        return { account, shown }
      })
    const { account, shown } = await retryOnUniqueViolation(write)
    this.options.notices.deliver()
    if (shown && shown.imageId !== account.profileImageId) await this.options.images.release(shown.imageId)
    return account
  }

  /** The fields of the new address. Another mailbox ends earlier proofs of the caller, used or not. */
  async #address(
    db: Queries,
    account: User,
    { email, origin }: { readonly email: string; readonly origin: ChangeOrigin },
  ): Promise<Pick<Partial<User>, 'email' | 'emailVerified' | 'mailboxProved' | 'addressAssigned'>> {
    if (isSameMailbox(account.email, email)) return { email }
    await db.delete(PasswordResetTable, { userId: account.id })
    await this.options.notices.add(db, { account, kind: 'address_changed', origin })
    return { email, emailVerified: false, mailboxProved: false, addressAssigned: false }
  }

  async #claimed(
    db: Queries,
    caller: UserCaller,
    { imageId, shown }: { imageId: string | null | undefined; shown: Picture },
  ): Promise<ProfilePicture> {
    const picture = await this.options.images.claim(db, { imageId }, { caller, ownerId: caller.id, shown })
    return { profileImageId: picture.imageId, profileImageUrl: picture.imageUrl }
  }

  /** Sets the level (contract: users.14). Throws FORBIDDEN when only administrators may choose it. */
  async setMembership(caller: UserCaller, membership: MembershipType): Promise<User> {
    if (!this.options.membershipSelfService && caller.role !== 'ADMIN') throw new AppError('FORBIDDEN')
    return this.options.database.write((db) => this.#change(db, caller, { membership }))
  }

  /**
   * Sets the level of any account, whether or not accounts may choose it themselves. For administrators and the operator.
   * Throws NOT_FOUND for an unknown account, FORBIDDEN for a caller that is no longer an administrator.
   */
  async setMembershipOf(caller: Caller, id: string, membership: MembershipType): Promise<User> {
    const { database, guard, audit, clock, log } = this.options
    const userId = rowId(id)
    if (userId === undefined) throw new AppError('NOT_FOUND')
    return database.write(async (db) => {
      await guard.requireAdmin(db, caller)
      const before = await db.selectOne(UserTable, { id: userId }, { lock: 'no key update' })
      if (!before) throw new AppError('NOT_FOUND')
      if (before.membership === membership) return before
      const change = { membership, updatedAt: clock() }
      await db.update(UserTable, { id: userId }, change)
      log.info({ userId, membership }, 'membership.changed')
      const target = { kind: 'ACCOUNT', id: userId, label: before.username } as const
      const details = { from: before.membership, to: membership }
      await audit.record(db, caller, { action: 'MEMBERSHIP_CHANGED', target, details })
      return { ...before, ...change }
    })
  }

  async #change(db: Queries, { id }: UserCaller, values: Partial<User>): Promise<User> {
    await db.update(UserTable, { id }, { ...values, updatedAt: this.options.clock() })
    const account = await db.selectOne(UserTable, { id })
    // the account was deleted after the token was checked
    if (!account) throw new AppError('UNAUTHENTICATED')
    return account
  }
}

function pictureOf({ profileImageId: imageId, profileImageUrl: imageUrl }: User): Picture {
  return { imageId, imageUrl }
}

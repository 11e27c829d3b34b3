import type { Logger } from '@parley/runtime'
import {
  type Conditions,
  connection,
  type Connection,
  containing,
  type Database,
  lessThan,
  moreThan,
  oneOf,
  type PageArgs,
  pageRequest,
  type Queries,
  retryOnUniqueViolation,
  selectPage,
  type Where,
} from '@parley/statements'
import type { Audit } from '../audit/audit.js'
import { UserTable } from '../database/tables/users.js'
import type { AdminGuard } from './admin-guard.js'
import type { AdminList } from './admin-list.js'
import { canonicalAddress, canonicalName } from './canonical.js'
import type { Caller } from './caller.js'
import { requireFree } from './uniqueness.js'
import type { AccountOrder, AccountState, MembershipType, Role, User } from './user.js'

interface NewAccount {
  readonly username: string
  readonly email: string
  /** Default: USER. */
  readonly role?: Role | null | undefined
  /** Default: BASIC. */
  readonly membership?: MembershipType | null | undefined
}

interface AccountFilter {
  readonly search?: string | null | undefined
  /** Default: ALL. */
  readonly state?: AccountState | null | undefined
  /** Default: OLDEST. */
  readonly orderBy?: AccountOrder | null | undefined
}

/** The accounts whose ids are in a range. */
interface IdRange {
  readonly id: NonNullable<Conditions<User>['id']>
  readonly has: (id: number) => boolean
}
const everyId: IdRange = { id: moreThan(0), has: () => true }
const idsBelow = (id: number): IdRange => ({ id: lessThan(id), has: (other) => other < id })
const idsAbove = (id: number): IdRange => ({ id: moreThan(id), has: (other) => other > id })

/** The number of accounts in each state. An account can be in several. */
export interface AccountCounts {
  readonly all: number
  readonly waiting: number
  readonly banned: number
  readonly administrators: number
}

const userPage = selectPage(UserTable)

/** The accounts, for administrators and the operator. The resolvers check who may read them. */
export class Accounts {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly guard: AdminGuard
      readonly audit: Audit
      readonly adminList: AdminList
      /** Epoch milliseconds. */
      readonly clock: () => number
      readonly log: Logger
    },
  ) {}

  /**
   * Creates an account without a password and without a proof of its address. Its person signs in by a provider that has
   * verified the address, or sets a password. Throws BAD_USER_INPUT with `taken` for a name or address in use, else as
   * `requireConfirmedAdmin`.
   */
  async create(caller: Caller, { username, email, ...given }: NewAccount): Promise<User> {
    const { database, guard, audit, clock, log } = this.options
    const details = { role: given.role ?? 'USER', membership: given.membership ?? 'BASIC' }
    const now = clock()
    const values = {
      username,
      email,
      passwordHash: null,
      addressAssigned: true,
      ...details,
      createdAt: now,
      updatedAt: now,
    }
    const account = await retryOnUniqueViolation(() =>
      database.write(async (db) => {
        await guard.requireConfirmedAdmin(db, caller)
        const keys = await requireFree(db, { username, email })
        const id = await db.insertReturningId(UserTable, { ...values, ...keys })
        const target = { kind: 'ACCOUNT', id, label: username } as const
        await audit.record(db, caller, {
          action: 'ACCOUNT_CREATED',
          target,
          details: { ...details, invitation: null },
        })
        return db.selectOneOrThrow(UserTable, { id })
      }),
    )
    log.info({ userId: account.id, role: account.role }, 'account.created')
    return account
  }

  /** The accounts by id: those in a state whose name or address contains `search`. */
  async list({ search, state, orderBy, ...page }: PageArgs & AccountFilter): Promise<Connection<User>> {
    const request = pageRequest(page)
    const [afterId] = request.after ?? []
    const isNewest = orderBy === 'NEWEST'
    const range = afterId === undefined ? everyId : isNewest ? idsBelow(afterId) : idsAbove(afterId)
    const rows = await this.options.database.read(async (db) => {
      const among = await this.#inState(db, state ?? 'ALL', range)
      const where = anyOf(among.flatMap((each) => accountsWith(search?.trim() ?? '', each)))
      return userPage(db, { where, orderBy: { id: isNewest ? 'desc' : 'asc' } }, request)
    })
    return connection(request, rows, ({ id }) => [id])
  }

  /** All numbers come from one snapshot. */
  counts(): Promise<AccountCounts> {
    return this.options.database.read(async (db) => {
      const count = async (state: AccountState) => db.count(UserTable, anyOf(await this.#inState(db, state)))
      return {
        all: await count('ALL'),
        waiting: await count('WAITING'),
        banned: await count('BANNED'),
        administrators: await count('ADMINISTRATORS'),
      }
    })
  }

  /** The conditions of a state, one of which holds for each of its accounts in a range of ids. */
  async #inState(db: Queries, state: AccountState, { id, has } = everyId): Promise<Conditions<User>[]> {
    const among = { id }
    switch (state) {
      case 'ALL':
        return [among]
      case 'WAITING':
        return [{ ...among, awaitingApprovalSince: moreThan(0) }]
      case 'BANNED': {
        const banned = { ...among, bannedAt: moreThan(0) }
        return [
          { ...banned, bannedUntil: null },
          { ...banned, bannedUntil: moreThan(this.options.clock()) },
        ]
      }
      case 'ADMINISTRATORS':
        return [{ id: oneOf((await this.options.adminList.select(db)).map((admin) => admin.id).filter(has)) }]
    }
  }
}

/** The accounts whose username, handle or address contains a text, in the forms that are compared or as it was entered. */
function accountsWith(text: string, all: Conditions<User>): Conditions<User>[] {
  const key = canonicalName(text)
  if (key === '') return [all]
  const [name, address, own] = [containing(key), containing(canonicalAddress(text)), containing(text)]
  return [
    { ...all, usernameKey: name },
    { ...all, handleKey: name },
    { ...all, emailKey: name },
    { ...all, emailKey: address },
    { ...all, username: own },
    { ...all, email: own },
  ]
}

function anyOf([first, ...others]: readonly Conditions<User>[]): Where<User> {
  if (!first) throw new Error('a list needs conditions')
  return [first, ...others]
}

import type { Database } from '../database/database.js'
import { insertRow } from '../database/insert-row.js'
import { rowId } from '../database/row-id.js'
import { selectRows } from '../database/select-rows.js'
import { TermsAgreementTable, UserTable } from '../database/tables/users.js'
import { AppError } from '../errors.js'
import type { FieldFault } from '../errors.js'
import type { AdminList } from './admin-list.js'
import { canonical } from './canonical.js'
import type { Caller } from './caller.js'
import { hashPassword, verifyPassword } from './passwords.js'
import { refusedInput } from './refused-input.js'
import { lookAgainWhenTaken, requireFree } from './taken.js'
import type { Tokens } from './tokens.js'
import type { User } from './user.js'

export interface Registration {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly eulaAgreed: boolean
  readonly privacyAgreed: boolean
  readonly marketingAgreed?: boolean | null | undefined
}

export interface Credentials {
  readonly email: string
  readonly password: string
}

export interface SignedIn {
  readonly token: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
  readonly account: User
}

export interface UsersOptions {
  readonly clock: () => number
  readonly adminList: AdminList
}

const callers = selectRows(UserTable, ['id', 'role', 'sessionVersion', 'emailKey', 'emailVerified'])
const users = selectRows(UserTable)

/** Accounts: who exists, who is asking, and who may sign in. */
export class Users {
  constructor(
    private readonly database: Database,
    private readonly tokens: Tokens,
    private readonly options: UsersOptions,
  ) {}

  /**
   * Writes the account and its terms record in one transaction. Anybody may call it. Throws BAD_USER_INPUT with
   * `must_agree` for a refused agreement and `taken` for a name or address somebody has, compared in canonical form.
   */
  async register(input: Registration, ipAddress: string | null): Promise<User> {
    requireAgreements(input)
    const passwordHash = await hashPassword(input.password)
    const now = this.options.clock()
    const keys = { usernameKey: canonical(input.username), emailKey: canonical(input.email) }
    const values = {
      username: input.username,
      email: input.email,
      ...keys,
      passwordHash,
      createdAt: now,
      updatedAt: now,
    }
    const write = () =>
      this.database.write(async (em) => {
        await requireFree(em, keys)
        const userId = await insertRow(em, UserTable, values)
        await em.insert(TermsAgreementTable, {
          userId,
          eulaAgreed: input.eulaAgreed,
          privacyAgreed: input.privacyAgreed,
          marketingAgreed: input.marketingAgreed ?? false,
          agreedAt: now,
          ipAddress,
        })
        return em.findOneByOrFail(UserTable, { id: userId })
      })
    return lookAgainWhenTaken(write)
  }

  /** A token for the right password. Throws the same UNAUTHENTICATED, in the same time, for a wrong one and a stranger. */
  async login({ email, password }: Credentials): Promise<SignedIn> {
    const account = await this.#findByKey('emailKey', email)
    if (!(await verifyPassword(account?.passwordHash, password)) || !account)
      throw new AppError('UNAUTHENTICATED', { message: 'Wrong e-mail address or password' })
    return { ...this.tokens.issue({ userId: account.id, sessionVersion: account.sessionVersion }), account }
  }

  /** Who sends this token: undefined when it is invalid, expired, signed out, or its user is gone. Reads the role anew. */
  async identify(token: string): Promise<Caller | undefined> {
    const claims = this.tokens.verify(token)
    if (!claims) return undefined
    const [user] = await this.database.read((em) =>
      callers(em, { where: [{ column: 'id', is: '=', value: claims.userId }] }),
    )
    if (user?.sessionVersion !== claims.sessionVersion) return undefined
    return { kind: 'user', id: user.id, role: this.options.adminList.roleOf(user) }
  }

  async find(id: string): Promise<User | null> {
    const userId = rowId(id)
    if (userId === undefined) return null
    const where = [{ column: 'id', is: '=', value: userId }] as const
    const [user = null] = await this.database.read((em) => users(em, { where }))
    return user
  }

  async findByUsername(username: string): Promise<User | null> {
    return this.#findByKey('usernameKey', username)
  }

  /** The caller's own account; null when signed out. */
  async me(caller: Caller): Promise<User | null> {
    return caller.kind === 'user' ? this.find(String(caller.id)) : null
  }

  /** In the order of the ids, null where there is none: for batching. */
  async byIds(ids: readonly number[]): Promise<(User | null)[]> {
    const found = await this.database.read((em) => users(em, { where: [{ column: 'id', is: 'in', values: ids }] }))
    const byId = new Map(found.map((user) => [user.id, user]))
    return ids.map((id) => byId.get(id) ?? null)
  }

  async #findByKey(key: 'usernameKey' | 'emailKey', text: string): Promise<User | null> {
    // no account has a NUL in it, and PostgreSQL refuses the question
    if (text.includes('\0')) return null
    return this.database.read((em) => em.findOneBy(UserTable, { [key]: canonical(text) }))
  }
}

function requireAgreements({ eulaAgreed, privacyAgreed }: Registration): void {
  const faults: FieldFault[] = []
  if (!eulaAgreed) faults.push(mustAgree('eulaAgreed', 'Please accept the terms of service'))
  if (!privacyAgreed) faults.push(mustAgree('privacyAgreed', 'Please accept the privacy policy'))
  if (faults.length > 0) throw refusedInput(faults)
}

function mustAgree(key: string, message: string): FieldFault {
  return { path: ['input', key], rule: 'must_agree', message }
}

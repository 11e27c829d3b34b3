import { isDeepStrictEqual } from 'node:util'
import { AppError, type Logger } from '@parley/runtime'
import { type Database, type Queries, rowId } from '@parley/statements'
import type { AccountNotices } from '../account-notices/account-notices.js'
import type { Audit } from '../audit/audit.js'
import type { ChangeOrigin } from '../account-notices/client-words.js'
import { limits } from '../limits.js'
import { lockOwnAccount } from '../database/statements/own-account.js'
import { recordLastUse } from '../database/statements/record-last-use.js'
import { ApiKeyTable } from '../database/tables/api-keys.js'
import { UserTable } from '../database/tables/users.js'
import type { Idempotency } from '../idempotency/idempotency.js'
import type { RateLimits } from '../rate-limits/rate-limits.js'
import type { Bans } from '../sessions/bans.js'
import type { KeyCredential } from '../sessions/credential.js'
import type { SessionWatch } from '../sessions/session-watch.js'
import type { Caller, UserCaller } from '../users/caller.js'
import type { User } from '../users/user.js'
import { notByKey } from './not-by-key.js'
import type { ApiKey, ApiKeyScope, KeyLimits } from './api-key.js'
import { keyHashOf, keyPrefix, newKeyText } from './key-text.js'

type SentLimits = { readonly [Limit in keyof KeyLimits]?: KeyLimits[Limit] | undefined }

/** Absent and null mean no limit. */
interface NewApiKey extends SentLimits {
  readonly name: string
  /** Absent and null mean `v1`. */
  readonly scopes?: readonly ApiKeyScope[] | null | undefined
  readonly idempotencyKey?: string | null | undefined
}

/** Absent keeps a value; null removes a limit. */
interface ApiKeyChange extends SentLimits {
  readonly name?: string | undefined
  readonly scopes?: readonly ApiKeyScope[] | undefined
}

export interface CreatedApiKey {
  readonly apiKey: ApiKey
  /** Null in a replay: only the first answer contains it. */
  readonly text: string | null
  readonly replayed: boolean
}

/** The caller that a key identifies. */
export interface KnownKey {
  readonly caller: UserCaller
  readonly credential: KeyCredential
}

interface KeyOfAccount {
  readonly accountId: string
  readonly id: string
}

type RecordedKey = Pick<ApiKey, 'id' | 'userId' | 'name'>
type RecordKey = (db: Queries, key: RecordedKey) => Promise<void>

const ofOperator: ChangeOrigin = { ipAddress: null, userAgent: null, isOperator: true }
const lastUsePrecisionMs = 60_000
const defaultScopes: readonly ApiKeyScope[] = ['v1']
const unknownModel =
  'A model of a key is `local`, a hosted model of this server, `character/<id>` or `character/*` for every character'

/** Keys with which a user's own programs call `/v1` and the application (contract: sign-in.18). */
export class ApiKeys {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly idempotency: Idempotency
      readonly rateLimits: RateLimits
      readonly bans: Bans
      readonly sessionWatch: SessionWatch
      readonly notices: AccountNotices
      readonly audit: Audit
      /** Whether the list of a key may have this model of `/v1`. */
      readonly isModel: (name: string) => boolean
      /** Epoch milliseconds. */
      readonly clock: () => number
      readonly log: Logger
    },
  ) {}

  /**
   * Creates a key for the caller and returns its text, which is not available again. Its owner gets a notice. A retry with
   * the same idempotency key returns the key without its text. Throws CONFLICT when the caller has the maximum number of
   * keys, BAD_USER_INPUT for an end in the past or an unknown model, NOT_FOUND for a retry after the key was revoked,
   * UNAUTHENTICATED when its session has ended in the meantime.
   */
  create(caller: UserCaller, key: NewApiKey, origin: ChangeOrigin): Promise<CreatedApiKey> {
    return this.#create(caller, key, origin)
  }

  /** Creates a key for any account, for the operator. Throws NOT_FOUND for an unknown account, else as `create`. */
  async createFor(
    operator: Caller,
    { accountId, ...key }: Omit<NewApiKey, 'idempotencyKey'> & { readonly accountId: string },
  ): Promise<{ readonly account: User; readonly apiKey: ApiKey; readonly text: string }> {
    const userId = rowId(accountId)
    if (userId === undefined) throw new AppError('NOT_FOUND')
    const account = await this.options.database.read((db) => db.selectOne(UserTable, { id: userId }))
    if (!account) throw new AppError('NOT_FOUND')
    const owner: UserCaller = { kind: 'user', id: userId, role: 'USER' }
    const { apiKey, text } = await this.#create(owner, key, ofOperator, (db, keyId) =>
      this.#record(db, operator, { action: 'API_KEY_CREATED', key: { id: keyId, userId, name: key.name } }),
    )
    if (text === null) throw new Error('a call without an idempotency key cannot be a replay')
    return { account, apiKey, text }
  }

  /**
   * Changes the given values of a key of the caller. Throws NOT_FOUND for any other key, and BAD_USER_INPUT as `create`.
   * A running completion continues.
   */
  async update(caller: UserCaller, id: string, change: ApiKeyChange): Promise<ApiKey> {
    return this.#update({ userId: caller.id, id }, change)
  }

  /** As `update`, of any account, for the operator. */
  updateOf(operator: Caller, { accountId, id }: KeyOfAccount, change: ApiKeyChange): Promise<ApiKey> {
    return this.#update({ userId: rowId(accountId) ?? 0, id }, change, (db, key) =>
      this.#record(db, operator, { action: 'API_KEY_CHANGED', key }),
    )
  }

  /** Revokes a key of the caller and returns its id. Throws NOT_FOUND for any other key. */
  async revoke(caller: UserCaller, id: string): Promise<number> {
    return this.#revoke({ userId: caller.id, id })
  }

  /** As `revoke`, of any account, for the operator. */
  async revokeOf(operator: Caller, { accountId, id }: KeyOfAccount): Promise<true> {
    await this.#revoke({ userId: rowId(accountId) ?? 0, id }, (db, key) =>
      this.#record(db, operator, { action: 'API_KEY_REVOKED', key }),
    )
    return true
  }

  /** The keys of any account, oldest first, for the operator. */
  listOf(accountId: string): Promise<ApiKey[]> {
    return this.#own(rowId(accountId) ?? 0)
  }

  /** The keys of an account, oldest first, for its owner; null for other callers. */
  async list(caller: Caller, userId: number): Promise<ApiKey[] | null> {
    if (caller.kind !== 'user' || caller.id !== userId) return null
    if (caller.key) throw notByKey()
    return this.#own(caller.id)
  }

  /**
   * The caller of a key, never with administrator rights; undefined for an unknown, revoked or expired key, one without the
   * scope, or an owner that is banned or not approved. Throws RATE_LIMITED after too many unknown keys from one address; a
   * valid key always works.
   */
  async identify(text: string, scope: ApiKeyScope, ipAddress: string | null): Promise<KnownKey | undefined> {
    const keyHash = keyHashOf(text)
    const key = keyHash === undefined ? undefined : await this.#live(keyHash)
    if (!key) {
      await this.options.rateLimits.charge('apiKey', { ipAddress })
      return undefined
    }
    const { id: keyId, userId, expiresAt, models, scopes } = key
    if (!scopes.includes(scope)) return undefined
    // not charged: the key is valid, and its owner may share the address with other clients
    if (!(await this.options.bans.isActive(userId))) return undefined
    await this.#recordUse(key)
    return {
      caller: { kind: 'user', id: userId, role: 'USER', key: { id: keyId, models } },
      credential: { kind: 'key', userId, keyId, scope, expiresAt },
    }
  }

  /** Whether a credential can only be a key, and not a token. */
  hasForm(text: string): boolean {
    return text.startsWith(keyPrefix)
  }

  async #create(
    caller: UserCaller,
    { idempotencyKey, ...key }: NewApiKey,
    origin: ChangeOrigin,
    record?: (db: Queries, keyId: number) => Promise<void>,
  ): Promise<CreatedApiKey> {
    const { idempotency, notices, clock, log } = this.options
    const { text, ...kept } = newKeyText()
    const call = { caller, operation: 'createApiKey', key: idempotencyKey, body: key }
    const { id, replayed } = await idempotency.once(call, async (db) => {
      this.#requireLimits(key)
      const account = await requireBelowLimit(db, caller)
      await notices.add(db, { account, kind: 'api_key_created', origin })
      const row = { ...key, ...kept, scopes: key.scopes ?? defaultScopes, userId: caller.id, createdAt: clock() }
      const keyId = await db.insertReturningId(ApiKeyTable, row)
      await record?.(db, keyId)
      return String(keyId)
    })
    const [apiKey] = await this.#own(caller.id, Number(id))
    if (!apiKey) throw new AppError('NOT_FOUND')
    if (!replayed) log.info({ userId: caller.id, keyId: apiKey.id }, 'api_key.created')
    notices.deliver()
    return { apiKey, text: replayed ? null : text, replayed }
  }

  async #update(
    { userId, id }: { readonly userId: number; readonly id: string },
    change: ApiKeyChange,
    record?: RecordKey,
  ): Promise<ApiKey> {
    const keyId = rowId(id)
    if (keyId === undefined) throw new AppError('NOT_FOUND')
    this.#requireLimits(change)
    const where = { id: keyId, userId }
    const apiKey = await this.options.database.write(async (db) => {
      // the account stays: without it a change of nothing would not be a statement
      const before = await db.selectOne(ApiKeyTable, where, { lock: 'no key update' })
      if (!before) throw new AppError('NOT_FOUND')
      await db.update(ApiKeyTable, where, { ...change, userId })
      const changed = await db.selectOneOrThrow(ApiKeyTable, where)
      if (!isDeepStrictEqual(before, changed)) await record?.(db, changed)
      return changed
    })
    this.options.sessionWatch.checkNow(userId)
    this.options.log.info({ userId, keyId }, 'api_key.changed')
    return apiKey
  }

  async #revoke({ userId, id }: { readonly userId: number; readonly id: string }, record?: RecordKey): Promise<number> {
    const keyId = rowId(id)
    if (keyId === undefined) throw new AppError('NOT_FOUND')
    const where = { id: keyId, userId }
    await this.options.database.write(async (db) => {
      const key = await db.selectOne(ApiKeyTable, where)
      if (!key || (await db.delete(ApiKeyTable, where)) !== 1) throw new AppError('NOT_FOUND')
      await record?.(db, key)
    })
    this.options.sessionWatch.checkNow(userId)
    this.options.log.info({ userId, keyId }, 'api_key.revoked')
    return keyId
  }

  async #record(
    db: Queries,
    caller: Caller,
    { action, key }: { action: 'API_KEY_CREATED' | 'API_KEY_CHANGED' | 'API_KEY_REVOKED'; key: RecordedKey },
  ): Promise<void> {
    const account = await db.selectOne(UserTable, { id: key.userId }, { columns: ['username'] })
    const target = { kind: 'ACCOUNT', id: key.userId, label: account?.username ?? null } as const
    await this.options.audit.record(db, caller, { action, target, details: { keyId: key.id, name: key.name } })
  }

  async #live(keyHash: string): Promise<ApiKey | undefined> {
    const key = await this.options.database.read((db) => db.selectOne(ApiKeyTable, { keyHash }))
    const isOver = typeof key?.expiresAt === 'number' && key.expiresAt <= this.options.clock()
    return isOver ? undefined : key
  }

  async #recordUse({ id, lastUsedAt }: ApiKey): Promise<void> {
    const now = this.options.clock()
    if (lastUsedAt !== null && now - lastUsedAt < lastUsePrecisionMs) return
    await recordLastUse(this.options.database, (db) => db.update(ApiKeyTable, { id }, { lastUsedAt: now }))
  }

  #requireLimits({ expiresAt, models }: SentLimits): void {
    if (typeof expiresAt === 'number' && expiresAt <= this.options.clock())
      throw refusedLimit(['expiresAt'], 'A key must end in the future')
    const unknown = models?.findIndex((name) => !this.options.isModel(name)) ?? -1
    if (unknown >= 0) throw refusedLimit(['models', unknown], unknownModel)
  }

  #own(userId: number, id?: number): Promise<ApiKey[]> {
    const where = { userId, ...(id === undefined ? {} : { id }) }
    const orderBy = { id: 'asc' } as const
    return this.options.database.read((db) => db.select(ApiKeyTable, where, { orderBy }))
  }
}

/** Locks the account until the transaction ends, so that concurrent calls are counted one after the other. */
async function requireBelowLimit(db: Queries, caller: UserCaller): Promise<User> {
  const owner = await lockOwnAccount(db, caller)
  if ((await db.count(ApiKeyTable, { userId: caller.id })) < limits.apiKeys) return owner
  throw new AppError('CONFLICT', { message: `An account has at most ${limits.apiKeys} API keys` })
}

function refusedLimit(path: readonly (string | number)[], message: string): AppError {
  return new AppError('BAD_USER_INPUT', { message, fields: [{ path: ['input', ...path], rule: 'format', message }] })
}

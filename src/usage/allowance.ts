import { AppError } from '@parley/runtime'
import { type Database, moreThan, oneOf, type Queries, rowId } from '@parley/statements'
import type { ApiKey } from '../api-keys/api-key.js'
import { GenerationTable } from '../database/tables/generations.js'
import { ModelUsageTable, OpenCompletionTable } from '../database/tables/usage.js'
import { UserTable } from '../database/tables/users.js'
import type { ReplyJob } from '../ports/reply-generator/reply-generator.js'
import { activeStatuses } from '../replies/generation.js'
import type { activityColumns, isActive } from '../sessions/ban.js'
import type { AdminList } from '../users/admin-list.js'
import type { Caller, UserCaller } from '../users/caller.js'
import type { MembershipType, User } from '../users/user.js'
import { admitByKey, usageOfKey } from './key-usage.js'
import { modelNotIncluded, requireUnspent, tooManyAtOnce } from './refusals.js'
import {
  accessTo,
  hasModel,
  isOpen,
  type ModelAccess,
  type Policy,
  type Rank,
  type Terms,
  termsOf,
  type Withheld,
} from './terms.js'
import { promptTokensOf, tokensOf, type EndedReply } from './tokens.js'
import type { DailyUsage, KeyUsage, Usage } from './usage.js'
import { addUsage, usedBy, type Charged } from './usage-counts.js'
import { windowEnds } from './windows.js'

/** A reply that a caller requests. */
interface Charge extends Charged {
  /** The room of the reply. An active reply in that room is not counted here, since it causes a CONFLICT. */
  readonly roomId?: string
}

interface Account {
  readonly membership: MembershipType
  readonly terms: Terms
  readonly activity: Pick<User, (typeof activityColumns)[number]>
}

const accountColumns = [
  ...(['membership', 'role', 'email', 'emailKey', 'mailboxProved'] as const),
  ...(['bannedAt', 'bannedUntil', 'awaitingApprovalSince'] as const),
] as const

/** The terms and the usage of accounts, by the membership policy (ADR 0047). Only replies are counted. */
export class Allowance {
  constructor(
    private readonly options: {
      readonly database: Database
      /** Epoch milliseconds. */
      readonly clock: () => number
      readonly adminList: AdminList
      readonly isActive: typeof isActive
      readonly policy: Policy
      /** What administrators have decided while the server runs. */
      readonly withheldModels: (db: Queries) => Promise<Withheld>
      /** All model names. */
      readonly models: readonly string[]
      /** The maximum context of a local model, in tokens of prompt and reply; Infinity while unknown. */
      readonly contextSize: number
    },
  ) {}

  /**
   * Counts one reply, in the transaction that accepts it and before it is written, so a later refusal counts nothing
   * and a retry counts once. Charges of one account wait for each other until their transactions end. Throws FORBIDDEN
   * for a model that the membership does not include, RATE_LIMITED with `limit` for a used-up limit of the account or the
   * key, UNAUTHENTICATED for a deleted or banned account, or a revoked key.
   */
  async admitMessage(db: Queries, { userId, keyId, model, roomId }: Charge): Promise<Terms> {
    const { terms, activity } = await this.#account(db, userId, { lock: 'no key update' }).catch(signedOut)
    const now = this.options.clock()
    // after the lock: a concurrent ban either commits before this check, or cancels the accepted reply
    if (!this.options.isActive(activity, now)) throw new AppError('UNAUTHENTICATED')
    if (!hasModel(terms, model)) throw modelNotIncluded()
    const { concurrentGenerations: most } = terms
    if (most !== undefined) {
      const active = await this.#active(db, userId, roomId)
      if (active >= most) throw tooManyAtOnce(most, active)
    }
    requireUnspent(terms, await usedBy(db, userId, now), { owner: 'account', now })
    if (typeof keyId === 'number') await admitByKey(db, keyId, now)
    await addUsage(db, { userId, model, measure: 'MESSAGES', amount: 1, now })
    return terms
  }

  /** Refunds the charge made at `chargedAt` (epoch milliseconds) for a request that no model has accepted. */
  async refund(db: Queries, charged: Charged, chargedAt: number): Promise<void> {
    await addUsage(db, { ...charged, measure: 'MESSAGES', amount: -1, now: chargedAt })
  }

  /** Counts the tokens of a reply, in the transaction that ends it. */
  async spend(db: Queries, charged: Charged, tokens: number): Promise<void> {
    if (tokens > 0) await addUsage(db, { ...charged, measure: 'TOKENS', amount: tokens, now: this.options.clock() })
  }

  /** The current terms of an account. Throws NOT_FOUND for an unknown account. */
  async termsOf(userId: number): Promise<Terms> {
    const { terms } = await this.options.database.read((db) => this.#account(db, userId))
    return terms
  }

  includes(terms: Terms, model: string): boolean {
    return hasModel(terms, model)
  }

  /** Whether each membership may use a model, with `withheld` as administrators have decided. */
  accessTo(model: string, withheld: Withheld): readonly ModelAccess[] {
    return accessTo(this.options.policy, model, withheld)
  }

  /** Returns whether the caller may use a model; a guest has no such limit. */
  async modelsOf(caller: Caller): Promise<(model: string) => boolean> {
    if (caller.kind !== 'user') return () => true
    const terms = await this.termsOf(caller.id)
    return (model) => hasModel(terms, model)
  }

  /** Throws FORBIDDEN for a model that the membership of the caller does not include. */
  async requireModel(caller: Caller, model: string): Promise<void> {
    const includes = await this.modelsOf(caller)
    if (!includes(model)) throw modelNotIncluded()
  }

  /** The caller's own usage. Throws UNAUTHENTICATED when the account was deleted. */
  async usage(caller: UserCaller): Promise<Usage> {
    const now = this.options.clock()
    return this.options.database.read(async (db) => {
      const { membership, terms } = await this.#account(db, caller.id).catch(signedOut)
      const used = await usedBy(db, caller.id, now)
      const active = await this.#active(db, caller.id)
      return {
        membership,
        messages: {
          used: used.MESSAGES,
          limit: terms.messagesPerDay ?? null,
          resetsAt: windowEnds.MESSAGES(now),
        },
        tokens: { used: used.TOKENS, limit: terms.tokensPerMonth ?? null, resetsAt: windowEnds.TOKENS(now) },
        concurrentGenerations: { used: active, limit: terms.concurrentGenerations ?? null, resetsAt: null },
        models: this.options.models.filter((model) => hasModel(terms, model)),
        contextTokens: terms.contextTokens ?? null,
        priority: terms.priority,
      }
    })
  }

  /**
   * What an account has used of each model in the last days, today included, the oldest day first; days without usage are
   * absent. For administrators and the operator. Throws NOT_FOUND for an unknown account.
   */
  async dailyUsage(accountId: string, days: number): Promise<DailyUsage[]> {
    const userId = rowId(accountId)
    const after = windowEnds.MESSAGES(this.options.clock()) - days * dayMs
    return this.options.database.read(async (db) => {
      if (userId === undefined || !(await db.exists(UserTable, { id: userId }))) throw new AppError('NOT_FOUND')
      const rows = await db.select(
        ModelUsageTable,
        { userId, endsAt: moreThan(after) },
        { orderBy: { endsAt: 'asc', model: 'asc' } },
      )
      return rows
        .filter(({ messages, tokens }) => messages > 0 || tokens > 0)
        .map(({ endsAt, model, messages, tokens }) => ({ date: dayBefore(endsAt), model, messages, tokens }))
    })
  }

  /** The usage of a key in the current day and month. */
  usageOfKey(key: ApiKey): KeyUsage {
    return usageOfKey(key, this.options.clock())
  }

  costOf(reply: EndedReply): number {
    return tokensOf(reply)
  }

  promptEstimateOf(job: ReplyJob): number {
    return promptTokensOf(job, this.contextOf(job.contextTokens))
  }

  /** The tokens of prompt and reply together, where an account may have so many. */
  contextOf(allowed: number | undefined): number {
    return allowed ?? this.options.contextSize
  }

  async #account(db: Queries, userId: number, options: { lock?: 'no key update' } = {}): Promise<Account> {
    const where = { id: userId }
    const account = await db.selectOne(UserTable, where, { columns: accountColumns, ...options })
    if (!account) throw new AppError('NOT_FOUND')
    const { adminList, policy, withheldModels } = this.options
    const rank: Rank = adminList.roleOf(account) === 'ADMIN' ? 'ADMIN' : account.membership
    const withheld: Withheld = isOpen(policy, rank) ? await withheldModels(db) : new Map()
    return { membership: account.membership, terms: termsOf(policy, rank, withheld), activity: account }
  }

  /** The number of active generations. Those of a dead process count until their lease expires. */
  async #active(db: Queries, userId: number, besides?: string): Promise<number> {
    const active = { ownerId: userId, status: oneOf(activeStatuses) }
    const rooms = await db.select(GenerationTable, active, { columns: ['roomId'] })
    const leased = { userId, leaseUntil: moreThan(this.options.clock()) }
    const completions = await db.count(OpenCompletionTable, leased)
    return rooms.filter(({ roomId }) => roomId !== besides).length + completions
  }
}

const dayMs = 24 * 60 * 60 * 1000
const dayBefore = (endsAt: number) => new Date(endsAt - dayMs).toISOString().slice(0, 10)

function signedOut(error: unknown): never {
  if (error instanceof AppError && error.code === 'NOT_FOUND') throw new AppError('UNAUTHENTICATED', { cause: error })
  throw error
}

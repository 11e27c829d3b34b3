import { AppError, type Logger } from '@parley/runtime'
import type { Database } from '@parley/statements'
import type { Audit } from '../../audit/audit.js'
import { UserTable } from '../../database/tables/users.js'
import type { Identity } from '../../ports/identity-provider/identity-provider.js'
import type { SessionWatch } from '../../sessions/session-watch.js'
import type { AdminGuard } from '../admin-guard.js'
import type { AdminList } from '../admin-list.js'
import type { User } from '../user.js'

/** A claim, and its values that give something. */
interface ClaimRule {
  readonly claim: string
  readonly values: readonly string[]
}

/** What the claims of one provider decide. A rule that is undefined decides nothing. */
export interface ClaimRules {
  /** `name` is the label. */
  readonly provider: { readonly name: string }
  readonly role: ClaimRule | undefined
  readonly membership: ClaimRule | undefined
  readonly groups: ClaimRule | undefined
}

interface ProviderPerson {
  readonly provider: string
  readonly identity: Identity
}

type Decision =
  /** Whether the claim has one of the values of its rule. */
  | { readonly kind: 'decided'; readonly isGiven: boolean }
  /** A claim that says nothing. */
  | { readonly kind: 'missing' | 'empty' | 'unreadable' }

type Values = Pick<User, 'role' | 'roleProvider' | 'membership'>
type Decided = { readonly [Name in keyof Values]?: Values[Name] | undefined }

/**
 * What the claims of a provider decide at each sign-in. One that is missing or empty ends the role of an administrator that
 * the provider has given, since providers leave it out for a person without a role, and one that an administrator has
 * granted stays. Otherwise it changes nothing, and neither does an unreadable one; all of them let no person in where a
 * group is required.
 */
export class ProviderClaims {
  constructor(
    private readonly options: {
      readonly rules: ClaimRules | undefined
      readonly database: Database
      readonly adminList: AdminList
      readonly guard: Pick<AdminGuard, 'isLastAdmin'>
      readonly audit: Pick<Audit, 'record'>
      readonly sessionWatch: Pick<SessionWatch, 'checkNow'>
      /** Epoch milliseconds. */
      readonly clock: () => number
      readonly log: Logger
    },
  ) {}

  /** Throws FORBIDDEN for a person of none of the allowed groups. Reads no store. */
  requireGroup(person: ProviderPerson): void {
    const rule = this.#rulesFor(person)?.groups
    if (!rule) return
    const decision = decisionOf(rule, person.identity)
    const isAllowed = decision.kind === 'decided' && decision.isGiven
    this.#log(person, rule, { result: isAllowed ? 'allowed' : 'refused', reason: reasonOf(decision) })
    if (isAllowed) return
    throw new AppError('FORBIDDEN', { message: 'Your account at the provider is in no group that can sign in here' })
  }

  /**
   * Sets the role and the membership of an account as the claims say, for its next operation, and returns it. The last
   * administrator keeps its role.
   */
  async apply(account: User, person: ProviderPerson): Promise<User> {
    const rules = this.#rulesFor(person)
    if (!rules) return account
    const role = rules.role && decisionOf(rules.role, person.identity)
    const membership = rules.membership && decisionOf(rules.membership, person.identity)
    const decide = (before: Values): Decided => ({
      ...(role && roleFor(before, role, person.provider)),
      ...(membership?.kind === 'decided' && { membership: membership.isGiven ? 'VIP' : 'BASIC' }),
    })
    const { isKept, changed } = differs(account, decide(account))
      ? await this.#write(account, person.provider, decide)
      : { isKept: false, changed: {} }
    const decided = decide(account)
    const { id: userId } = account
    const { log, sessionWatch } = this.options
    if (rules.role && role) {
      const reason = isKept ? 'last administrator' : reasonOf(role)
      this.#log(person, rules.role, { userId, result: isKept ? unchanged : (decided.role ?? unchanged), reason })
    }
    if (rules.membership && membership)
      this.#log(person, rules.membership, {
        userId,
        result: decided.membership ?? unchanged,
        reason: reasonOf(membership),
      })
    if (changed.membership) log.info({ userId, membership: changed.membership }, 'membership.changed')
    if (changed.role) {
      log.info({ userId, role: changed.role }, 'role.changed')
      sessionWatch.checkNow(userId)
    }
    const { role: newRole = account.role, membership: newMembership = account.membership } = changed
    return { ...account, role: newRole, membership: newMembership }
  }

  async #write(
    { id: userId }: User,
    provider: string,
    decide: (before: Values) => Decided,
  ): Promise<{ readonly isKept: boolean; readonly changed: Decided }> {
    const { database, adminList, guard, audit, clock } = this.options
    return database.write(async (db) => {
      // no account is locked before the administrators
      const isLast = await guard.isLastAdmin(db, userId)
      const before = await db.selectOne(UserTable, { id: userId }, { lock: 'update' })
      if (!before) return { isKept: false, changed: {} }
      const decided = decide(before)
      const isKept = isLast && decided.role === 'USER' && adminList.roleOf({ ...before, role: 'USER' }) === 'USER'
      const { role, roleProvider, ...others } = decided
      const values: Decided = isKept ? others : decided
      if (differs(before, values)) await db.update(UserTable, { id: userId }, { ...values, updatedAt: clock() })
      const changed: Decided = {
        ...(values.role !== before.role && { role: values.role }),
        ...(values.membership !== before.membership && { membership: values.membership }),
      }
      const actor = { kind: 'provider', label: provider } as const
      const target = { kind: 'ACCOUNT', id: userId, label: before.username } as const
      if (changed.role) {
        const details = { from: before.role, to: changed.role }
        await audit.record(db, actor, { action: 'ROLE_CHANGED', target, details })
      }
      if (changed.membership) {
        const details = { from: before.membership, to: changed.membership }
        await audit.record(db, actor, { action: 'MEMBERSHIP_CHANGED', target, details })
      }
      return { isKept, changed }
    })
  }

  #rulesFor({ provider }: ProviderPerson): ClaimRules | undefined {
    const { rules } = this.options
    return rules?.provider.name === provider ? rules : undefined
  }

  /** Neither the values of the claim nor those of the settings: they can name groups of a company. */
  #log({ provider }: ProviderPerson, { claim }: ClaimRule, details: object): void {
    this.options.log.info({ provider, claim, ...details }, 'sign_in_claim.applied')
  }
}

const unchanged = 'unchanged'

function roleFor(before: Values, decision: Decision, provider: string): Decided {
  if (decision.kind === 'decided') return { role: decision.isGiven ? 'ADMIN' : 'USER', roleProvider: provider }
  const hasNone = decision.kind === 'missing' || decision.kind === 'empty'
  return hasNone && before.roleProvider === provider ? { role: 'USER' } : {}
}

function differs(account: Values, decided: Decided): boolean {
  return (['role', 'roleProvider', 'membership'] as const).some(
    (name) => decided[name] !== undefined && decided[name] !== account[name],
  )
}

/** A text, or a list of texts. A text is split at commas; the texts of a list are whole. */
function decisionOf({ claim, values }: ClaimRule, { claims }: Identity): Decision {
  const sent = claims[claim]
  if (sent === undefined || sent === null) return { kind: 'missing' }
  const parts = typeof sent === 'string' ? sent.split(',').map((part) => part.trim()) : sent
  if (!Array.isArray(parts)) return { kind: 'unreadable' }
  const words = parts.filter((part): part is string => typeof part === 'string' && part.trim() !== '')
  if (words.length > 0) return { kind: 'decided', isGiven: words.some((word) => values.includes(word)) }
  return { kind: parts.every((part) => typeof part === 'string') ? 'empty' : 'unreadable' }
}

function reasonOf(decision: Decision): string | undefined {
  return decision.kind === 'decided' ? undefined : decision.kind
}

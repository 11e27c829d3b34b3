import type { JobPriority } from '@parley/queue'
import type { SettingSource } from '../installation-settings/installation-setting.js'
import { memberships, type MembershipType } from '../users/user.js'

/** The membership of the terms; administrators have their own terms. */
export type Rank = MembershipType | 'ADMIN'

/** The limits of an account; undefined means no limit. */
export interface Terms {
  /** Accepted messages and completions, per day in UTC. */
  readonly messagesPerDay: number | undefined
  /** Tokens of prompts and replies, per month in UTC. */
  readonly tokensPerMonth: number | undefined
  /** Model names; undefined means all models. */
  readonly models: readonly string[] | undefined
  /** The names of models that administrators have withheld. */
  readonly withheld: readonly string[]
  /** The maximum tokens of one prompt and its reply together; undefined means the limit of the model. */
  readonly contextTokens: number | undefined
  /** Active generations at a time, including completions. */
  readonly concurrentGenerations: number | undefined
  readonly priority: JobPriority
}

/** The limits of a rank, as the operator gives them. */
interface GivenTerms extends Omit<Terms, 'models' | 'withheld'> {
  /** Model names; undefined: administrators decide while the server runs. */
  readonly models?: readonly string[] | 'all' | undefined
}

export type Policy = Readonly<Record<Rank, GivenTerms>>

/** The memberships from which administrators have withheld a model, by its name. */
export type Withheld = ReadonlyMap<string, { readonly withheldFrom: readonly MembershipType[] }>

/** Whether the accounts of a membership can use a model. */
export interface ModelAccess {
  readonly membership: MembershipType
  readonly included: boolean
  /** ENVIRONMENT: the operator gives the models of the membership. */
  readonly source: SettingSource
}

export function hasModel({ models, withheld }: Pick<Terms, 'models' | 'withheld'>, model: string): boolean {
  return (models === undefined || models.includes(model)) && !withheld.includes(model)
}

/** Whether administrators can withhold models from a rank while the server runs. */
export function isOpen(policy: Policy, rank: Rank): rank is MembershipType {
  return rank !== 'ADMIN' && policy[rank].models === undefined
}

export function termsOf(policy: Policy, rank: Rank, stored: Withheld): Terms {
  const { models, ...terms } = policy[rank]
  const withheld = isOpen(policy, rank)
    ? [...stored].filter(([, { withheldFrom }]) => withheldFrom.includes(rank)).map(([model]) => model)
    : []
  return { ...terms, models: models === 'all' ? undefined : models, withheld }
}

export function accessTo(policy: Policy, model: string, stored: Withheld): readonly ModelAccess[] {
  return memberships.map((membership) => {
    const included = hasModel(termsOf(policy, membership, stored), model)
    if (!isOpen(policy, membership)) return { membership, included, source: 'ENVIRONMENT' }
    return { membership, included, source: included ? 'DEFAULT' : 'DATABASE' }
  })
}

import type { JobPriority } from '@parley/queue'
import type { MembershipType } from '../users/user.js'

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
  /** The maximum tokens of one prompt and its reply together; undefined means the limit of the model. */
  readonly contextTokens: number | undefined
  /** Active generations at a time, including completions. */
  readonly concurrentGenerations: number | undefined
  readonly priority: JobPriority
}

export function hasModel({ models }: Terms, model: string): boolean {
  return models === undefined || models.includes(model)
}

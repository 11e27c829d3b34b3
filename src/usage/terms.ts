import type { JobPriority } from '../ports/reply-generator/reply-generator.js'
import type { MembershipType } from '../users/user.js'

/** The membership of the terms; administrators have their own terms. */
export type Rank = MembershipType | 'ADMIN'

/** The limits of an account; undefined is without a limit. */
export interface Terms {
  /** Accepted messages and completions, per day in UTC. */
  readonly messagesPerDay: number | undefined
  /** Of prompts and replies, per month in UTC. */
  readonly tokensPerMonth: number | undefined
  /** Model names; undefined is all of them. */
  readonly models: readonly string[] | undefined
  /** The most tokens of one prompt and its reply together; undefined is as many as the model takes. */
  readonly contextTokens: number | undefined
  /** Active at a time, completions included. */
  readonly concurrentGenerations: number | undefined
  readonly priority: JobPriority
}

export function hasModel({ models }: Terms, model: string): boolean {
  return models === undefined || models.includes(model)
}

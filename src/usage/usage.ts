import type { JobPriority } from '../ports/reply-generator/reply-generator.js'
import type { MembershipType } from '../users/user.js'

/** How much of one limit an account has used. */
export interface LimitUsage {
  readonly used: number
  /** Null is without a limit. */
  readonly limit: number | null
  /** Epoch milliseconds at which counting begins anew; null for what is not counted over a time. */
  readonly resetsAt: number | null
}

/** The usage of an account and its limits. */
export interface Usage {
  readonly membership: MembershipType
  /** Today, in UTC. */
  readonly messages: LimitUsage
  /** This month, in UTC. */
  readonly tokens: LimitUsage
  /** Now. */
  readonly concurrentGenerations: LimitUsage
  /** The model names that it may use. */
  readonly models: readonly string[]
  /** Null is as many as the model takes. */
  readonly contextTokens: number | null
  readonly priority: JobPriority
}

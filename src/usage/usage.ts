import type { JobPriority } from '@parley/queue'
import type { MembershipType } from '../users/user.js'

export interface LimitUsage {
  readonly used: number
  /** Null means no limit. */
  readonly limit: number | null
  /** Epoch milliseconds of the next reset; null for a limit without a window. */
  readonly resetsAt: number | null
}

export interface Usage {
  readonly membership: MembershipType
  /** The current day in UTC. */
  readonly messages: LimitUsage
  /** The current month in UTC. */
  readonly tokens: LimitUsage
  /** At present. */
  readonly concurrentGenerations: LimitUsage
  /** The names of the models that the account may use. */
  readonly models: readonly string[]
  /** Null means the limit of the model. */
  readonly contextTokens: number | null
  readonly priority: JobPriority
}

/** The usage of an API key. */
export type KeyUsage = Pick<Usage, 'messages' | 'tokens'>

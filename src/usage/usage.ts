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

/** What an account has used of a model in a day. */
export interface DailyUsage {
  /** The day in UTC, such as `2030-01-31`. */
  readonly date: string
  readonly model: string
  /** Accepted messages and completions. */
  readonly messages: number
  /** Of prompts and replies. */
  readonly tokens: number
}

/** The usage of an API key. */
export type KeyUsage = Pick<Usage, 'messages' | 'tokens'>

import { readFileSync, statSync } from 'node:fs'
import { errorCode } from '../../error-code.js'
import { Complaint, type Fields, type Rule } from '../fields.js'
import { jsonObject } from '../json-object.js'
import type { Role } from '../roles.js'
import { anyText, isWhole } from '../rules.js'

/** What the accounts of one rank may do. Undefined is without a limit, which the file writes as `false`. */
interface MembershipTerms {
  /** Accepted messages and completions per day in UTC. */
  readonly messagesPerDay: number | undefined
  /** Tokens of prompts and replies per month in UTC. */
  readonly tokensPerMonth: number | undefined
  /** Words for models; undefined is all of them, which the file writes as `"all"`. */
  readonly models: readonly string[] | undefined
  /** Tokens of one prompt and its reply; undefined is as many as the model takes. */
  readonly contextTokens: number | undefined
  /** Generations of one account that are queued or running at a time. */
  readonly concurrentGenerations: number | undefined
  /** Whose replies are made first. */
  readonly priority: 'high' | 'normal'
}

/** `ADMIN` is for administrators, whatever their membership is. */
type Rank = 'BASIC' | 'VIP' | 'ADMIN'

export type MembershipPolicyConfig = Readonly<Record<Rank, MembershipTerms>>

const unlimited = {
  messagesPerDay: undefined,
  tokensPerMonth: undefined,
  models: undefined,
  contextTokens: undefined,
  concurrentGenerations: undefined,
} as const

/** More than a person writes and reads, so that only programs meet them. */
const defaults: MembershipPolicyConfig = {
  BASIC: {
    ...unlimited,
    messagesPerDay: 5_000,
    tokensPerMonth: 100_000_000,
    concurrentGenerations: 100,
    priority: 'normal',
  },
  VIP: {
    ...unlimited,
    messagesPerDay: 50_000,
    tokensPerMonth: 1_000_000_000,
    concurrentGenerations: 1_000,
    priority: 'high',
  },
  ADMIN: { ...unlimited, priority: 'high' },
}

const name = 'MEMBERSHIP_POLICY_FILE'
const ranks = ['BASIC', 'VIP', 'ADMIN'] as const
const bounds = {
  messagesPerDay: [1, 1_000_000_000],
  tokensPerMonth: [1, 1_000_000_000_000],
  contextTokens: [128, 10_000_000],
  concurrentGenerations: [1, 1_000_000],
} as const
const counts = ['messagesPerDay', 'tokensPerMonth', 'contextTokens', 'concurrentGenerations'] as const
const mostBytes = 1_048_576

interface Surroundings {
  readonly roles: readonly Role[]
  /** The words that a list of models may have. */
  readonly models: readonly string[]
}

/**
 * Reads the file that `MEMBERSHIP_POLICY_FILE` names, a JSON object of single values that replace the defaults, where this
 * process runs the application. Every fault in it is named by its place; nothing that stands in it is quoted.
 */
export function readMembershipPolicy(fields: Fields, { roles, models }: Surroundings): MembershipPolicyConfig {
  const path = fields.readOptional(name, anyText)
  // a worker of its own has the environment of the others, and not their files
  if (path === undefined || !roles.includes('app')) return defaults
  const policy = fields.read(name, () => policyIn(path), {})
  for (const rank of Object.keys(policy))
    if (!Object.hasOwn(defaults, rank)) fields.refuse(name, `knows only ${ranks.join(', ')}`)
  const read = (rank: Rank) => readTerms(fields, { rank, models, asked: policy[rank] })
  return { BASIC: read('BASIC'), VIP: read('VIP'), ADMIN: read('ADMIN') }
}

function policyIn(path: string): ReturnType<Rule<Record<string, unknown>>> {
  try {
    const file = statSync(path)
    // anything else may never end
    if (!file.isFile()) return new Complaint('must name a file')
    if (file.size > mostBytes) return new Complaint('must name a file of at most 1 MiB')
    return (
      jsonObject(readFileSync(path, 'utf8')) ??
      new Complaint('must name a file that is a JSON object such as {"BASIC":{"messagesPerDay":100}}')
    )
  } catch (error) {
    return new Complaint(`names a file that cannot be read (${errorCode(error)})`)
  }
}

interface AskedTerms {
  readonly rank: Rank
  readonly models: readonly string[]
  readonly asked: unknown
}

function readTerms(fields: Fields, { rank, models, asked = {} }: AskedTerms): MembershipTerms {
  const terms = { ...defaults[rank] }
  const refuse = (sentence: string) => fields.refuse(name, sentence)
  if (typeof asked !== 'object' || asked === null || Array.isArray(asked)) {
    refuse(`must give ${rank} as an object such as {"messagesPerDay":100}`)
    return terms
  }
  for (const [key, value] of Object.entries<unknown>({ ...asked })) {
    const count = counts.find((one) => one === key)
    if (count) {
      const [least, most] = bounds[count]
      if (value === false || isWhole(value, { least, most })) terms[count] = value === false ? undefined : value
      else
        refuse(
          `must give ${rank}.${count} as a whole number from ${String(least)} to ${String(most)}, or as false for no limit`,
        )
    } else if (key === 'models') {
      if (value === 'all') terms.models = undefined
      else if (isListOf(value, models)) terms.models = value
      else refuse(`must give ${rank}.models as "all" or as a list of ${models.join(', ')}`)
    } else if (key === 'priority') {
      if (value === 'high' || value === 'normal') terms.priority = value
      else refuse(`must give ${rank}.priority as "high" or "normal"`)
    } else refuse(`knows of ${rank} only ${[...counts, 'models', 'priority'].join(', ')}`)
  }
  return terms
}

function isListOf(value: unknown, words: readonly string[]): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => words.some((word) => word === one))
}

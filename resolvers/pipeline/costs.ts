import type { Complexity } from 'type-graphql'
import { limits } from '../../src/limits.js'

/** The maximum cost of an operation. A field costs 1, a list its page size times the cost of a row, a mutation 100. */
export const maxCost = 5_000

export const mutationCost: Complexity = ({ childComplexity }) => 100 + childComplexity

/** The cost of a list with a fixed bound, as if it were full. */
export const apiKeysCost: Complexity = ({ childComplexity }) => 1 + limits.apiKeys * childComplexity

export const sessionsCost: Complexity = ({ childComplexity }) => 1 + limits.listedSessions * childComplexity

export const alternativesCost: Complexity = ({ childComplexity }) => 1 + limits.alternatives * childComplexity

/** The lists of a room's snapshot, as if they were full. */
export const feedEntriesCost: Complexity = ({ childComplexity }) => 1 + limits.roomFeedEntries * childComplexity
export const feedGenerationsCost: Complexity = ({ childComplexity }) => 1 + limits.roomFeedGenerations * childComplexity

/** A subscription runs its selection once per event. */
export const subscriptionCost: Complexity = ({ childComplexity }) => 100 + childComplexity

export const pageCost: Complexity = ({ args, childComplexity }) => {
  const { first, last } = args as { first?: unknown; last?: unknown }
  const requested = typeof last === 'number' ? last : typeof first === 'number' ? first : limits.defaultPageSize
  return 1 + Math.max(1, Math.min(requested, limits.pageSize)) * childComplexity
}

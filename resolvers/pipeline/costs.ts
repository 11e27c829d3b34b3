import type { Complexity } from 'type-graphql'
import { maxAlternatives } from '@parley/chat-log-store'
import { limits } from '../../src/limits.js'

/** The maximum cost of an operation. A field costs 1, a list its page size times the cost of a row, a mutation 100. */
export const maxCost = 5_000

export const mutationCost: Complexity = ({ childComplexity }) => 100 + childComplexity

/** The cost of a list with a fixed bound, as if it were full. */
export const apiKeysCost: Complexity = ({ childComplexity }) => 1 + limits.apiKeys * childComplexity

export const shareLinksCost: Complexity = ({ childComplexity }) => 1 + limits.shareLinks * childComplexity

/** The texts of a character are counted by a model. */
export const characterCostCost: Complexity = ({ childComplexity }) => 500 + 4 * childComplexity

/** Placeholders of a long text are replaced. */
export const roomGreetingCost: Complexity = () => 20

/** A lorebook is read whole. */
export const openLoreCost: Complexity = () => 20
/** Few lorebooks have many. */
export const loreNotesCost: Complexity = ({ childComplexity }) => 50 + 20 * childComplexity
export const lorePreviewCost: Complexity = ({ childComplexity }) => 500 + 20 * childComplexity
/** The lorebooks of a reply, each with a few entries. */
export const loreUsesCost: Complexity = ({ childComplexity }) => 20 + 4 * childComplexity

/** The values of an act: a few. */
export const auditDetailsCost: Complexity = ({ childComplexity }) => 1 + 4 * childComplexity

export const secondFactorsCost: Complexity = ({ childComplexity }) => 1 + limits.secondFactors * childComplexity

export const sessionsCost: Complexity = ({ childComplexity }) => 1 + limits.listedSessions * childComplexity

export const alternativesCost: Complexity = ({ childComplexity }) => 1 + maxAlternatives * childComplexity

export const cardNoticesCost: Complexity = ({ childComplexity }) => 1 + limits.cardNotices * childComplexity

/** A card is read and written as a file. */
export const cardCost = mutationCost

export const nodesCost: Complexity = ({ args, childComplexity }) => {
  const { nodeIds } = args as { nodeIds: readonly unknown[] }
  // an entry is read by two statements of its own
  return 1 + Math.min(nodeIds.length, limits.pageSize) * (2 + childComplexity)
}

/** The lists of a room's snapshot, as if they were full. */
export const feedEntriesCost: Complexity = ({ childComplexity }) => 1 + limits.roomFeedEntries * childComplexity
export const feedGenerationsCost: Complexity = ({ childComplexity }) => 1 + limits.roomFeedGenerations * childComplexity

export const feedRoomsCost: Complexity = ({ childComplexity }) => 1 + limits.roomFeedRooms * childComplexity

/** A subscription runs its selection once per event. */
export const subscriptionCost: Complexity = ({ childComplexity }) => 100 + childComplexity

/** A few kinds of parts of a file. */
export const missingPartsCost: Complexity = ({ childComplexity }) => 1 + 4 * childComplexity
/** Most messages have none, others few. */
export const attachmentsCost: Complexity = () => 1
/** The files of a room, as if they were those of a message. */
export const roomFilesCost: Complexity = ({ childComplexity }) => 1 + limits.attachments * childComplexity

/** A search reads an index: a request may have a few of them. */
export const searchCost: Complexity = ({ args, childComplexity }) => 500 + rowsOf(args) * childComplexity

/** The excerpts of a found entry, and the matches of an excerpt, as if they were full. */
export const snippetsCost: Complexity = ({ childComplexity }) => 1 + 2 * childComplexity
export const highlightsCost: Complexity = ({ childComplexity }) => 1 + limits.snippetHighlights * childComplexity

/** The AI services with a few workers each, which are asked for their state. */
export const aiServicesCost: Complexity = ({ childComplexity }) => 100 + 10 * childComplexity

/** The days of a usage with a few models each. */
export const dailyUsageCost: Complexity = ({ args, childComplexity }) => {
  const { days }: { days?: unknown } = args
  return 1 + 4 * Math.min(typeof days === 'number' ? Math.max(1, days) : 30, limits.usageDays) * childComplexity
}

/** Counts of whole tables: a request may have a few of them. */
export const countsCost: Complexity = ({ childComplexity }) => 500 + childComplexity

/** An examination reads some hundred rows or files, and finds few. */
export const findingsCost: Complexity = ({ childComplexity }) => 500 + 20 * childComplexity

export const pageCost: Complexity = ({ args, childComplexity }) => 1 + rowsOf(args) * childComplexity

/** A page that can be searched by a part of a name, which no index finds. */
export const searchablePageCost: Complexity = ({ args, childComplexity }) =>
  (hasSearch(args) ? 500 : 1) + rowsOf(args) * childComplexity

/** The requested number of rows of a page, at least 1. */
function rowsOf(args: object): number {
  const { first, last }: { first?: unknown; last?: unknown } = args
  const requested = typeof last === 'number' ? last : typeof first === 'number' ? first : limits.defaultPageSize
  return Math.max(1, Math.min(requested, limits.pageSize))
}

function hasSearch(args: object): boolean {
  return 'search' in args && args.search !== null
}

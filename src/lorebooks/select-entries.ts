import type { JobLore } from '../ports/reply-generator/reply-generator.js'
import type { LoreMatch } from './book-matcher.js'
import type { LoreEntry } from './lore-entry.js'
import type { LoreOutcome } from './lorebook.js'

/** What the keys of one book have found. */
export interface BookMatches {
  readonly lorebookId: number
  readonly tokenBudget: number
  readonly matches: readonly LoreMatch[]
}

interface Selection {
  /** Of all books together. */
  readonly replyBudget: number
  readonly tokensIn: (text: string) => number
  /** The text of an entry with names for its placeholders, before it is joined with others. */
  readonly textOf: (entry: LoreEntry) => string
}

/** A match, and whether it is in the prompt. */
export interface SelectedEntry extends LoreMatch {
  readonly lorebookId: number
  readonly outcome: Exclude<LoreOutcome, 'OVER_CONTEXT'>
  readonly tokens: number
}

export interface SelectedLore {
  /** Those for the prompt, in its order. */
  readonly lore: readonly JobLore[]
  /** All matches: those that stay longest when a budget is used up come first. */
  readonly entries: readonly SelectedEntry[]
}

/**
 * Chooses the entries of a prompt. Constant entries come first, then those of a higher priority, then those of a higher insertion
 * order. One that does not fit is left out, and shorter ones after it can still fit.
 */
export function selectEntries(
  books: readonly BookMatches[],
  { replyBudget, tokensIn, textOf }: Selection,
): SelectedLore {
  const ranked = books
    .flatMap(({ lorebookId, tokenBudget, matches }) =>
      matches.map((match) => ({ ...match, lorebookId, tokenBudget, text: textOf(match.entry).trim() })),
    )
    .filter(({ text }) => text !== '')
    .toSorted((one, other) => compareRanks(one.entry, other.entry))
  const left = new Map(books.map(({ lorebookId, tokenBudget }) => [lorebookId, tokenBudget]))
  let leftInAll = replyBudget
  const used: (JobLore & { readonly order: number })[] = []
  const entries = ranked.map(({ text, tokenBudget: _, ...match }): SelectedEntry => {
    const { entry, lorebookId } = match
    const tokens = tokensIn(text)
    const leftInBook = left.get(lorebookId) ?? 0
    if (tokens > leftInBook) return { ...match, tokens, outcome: 'OVER_BOOK_BUDGET' }
    if (tokens > leftInAll) return { ...match, tokens, outcome: 'OVER_REPLY_BUDGET' }
    left.set(lorebookId, leftInBook - tokens)
    leftInAll -= tokens
    const { position, depth, role, insertionOrder: order } = entry
    used.push({ text, position, depth, role, rank: used.length, order })
    return { ...match, tokens, outcome: 'USED' }
  })
  const lore = used.toSorted((one, other) => one.order - other.order).map(({ order: _, ...each }) => each)
  return { lore, entries }
}

function compareRanks(one: LoreEntry, other: LoreEntry): number {
  return (
    Number(other.constant) - Number(one.constant) ||
    other.priority - one.priority ||
    other.insertionOrder - one.insertionOrder
  )
}

import { WorkSlices } from '@parley/runtime'
import { limits } from '../limits.js'
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
 * order. One that does not fit is left out, and shorter ones after it can still fit. The length of an entry is known only after its
 * placeholders are replaced, so that work has a limit of its own: entries with placeholders beyond it are left out.
 */
export async function selectEntries(
  books: readonly BookMatches[],
  { replyBudget, tokensIn, textOf }: Selection,
): Promise<SelectedLore> {
  const ranked = books
    .flatMap(({ lorebookId, matches }) => matches.map((match) => ({ ...match, lorebookId })))
    .toSorted((one, other) => compareRanks(one.entry, other.entry))
  const left = new Map(books.map(({ lorebookId, tokenBudget }) => [lorebookId, tokenBudget]))
  const slices = new WorkSlices()
  let leftInAll = replyBudget
  let leftToExpand: number = limits.expandedLoreLength
  const used: (JobLore & { readonly order: number })[] = []
  const entries: SelectedEntry[] = []
  for (const match of ranked) {
    const { entry, lorebookId } = match
    const { content } = entry
    if (content.includes('{{')) {
      await slices.pause()
      if (content.length > leftToExpand) {
        entries.push({ ...match, tokens: tokensIn(content), outcome: 'OVER_REPLY_BUDGET' })
        continue
      }
      leftToExpand -= content.length
    }
    const text = textOf(entry).trim()
    if (text === '') continue
    const tokens = tokensIn(text)
    const leftInBook = left.get(lorebookId) ?? 0
    const isInBook = tokens <= leftInBook
    const isUsed = isInBook && tokens <= leftInAll
    entries.push({ ...match, tokens, outcome: isUsed ? 'USED' : isInBook ? 'OVER_REPLY_BUDGET' : 'OVER_BOOK_BUDGET' })
    if (!isUsed) continue
    left.set(lorebookId, leftInBook - tokens)
    leftInAll -= tokens
    const { position, depth, role, insertionOrder: order } = entry
    used.push({ text, position, depth, role, rank: used.length, order })
  }
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

import { type Database, oneOf } from '@parley/statements'
import { LorebookTable } from '../database/tables/lorebooks.js'
import type { Generation } from '../replies/generation.js'
import type { Caller } from '../users/caller.js'
import type { LoreOutcome } from './lorebook.js'
import type { Lorebooks } from './lorebooks.js'

/** An entry that a reply has found, for the owner of its book. */
interface NamedLoreEntry {
  readonly id: number
  /** Null for an entry that was deleted since. */
  readonly name: string | null
  readonly outcome: LoreOutcome
}

/** What one lorebook gave to a reply. */
export interface LoreUse {
  /** Null for a book of another account, and for one that was deleted since. */
  readonly lorebookId: number | null
  readonly lorebookName: string | null
  readonly matched: number
  readonly used: number
  readonly overBookBudget: number
  readonly overReplyBudget: number
  readonly overContext: number
  /** Null as `lorebookId`. */
  readonly entries: readonly NamedLoreEntry[] | null
}

type RecordedReply = Pick<Generation, 'ownerId' | 'receipt' | 'lore'>

/** What replies have had of lorebooks, as a caller may see it: an author's lore stays hidden from those who talk to the character. */
export class ShownLore {
  constructor(private readonly options: { readonly database: Database; readonly lorebooks: Lorebooks }) {}

  /** For the account that has requested the reply and for administrators; null for others, and for a reply without lore. */
  async of(caller: Caller, { ownerId, receipt, lore }: RecordedReply): Promise<LoreUse[] | null> {
    if (!lore || caller.kind !== 'user' || (caller.role !== 'ADMIN' && caller.id !== ownerId)) return null
    const { database, lorebooks } = this.options
    const kept = receipt?.loreKept ?? Infinity
    let rank = 0
    const entries = lore.entries.map(({ outcome, ...entry }) => {
      const isLeft = outcome === 'USED' && (rank += 1) > kept
      return { ...entry, outcome: isLeft ? ('OVER_CONTEXT' as const) : outcome }
    })
    const ids = lore.books.map(({ lorebookId }) => lorebookId)
    const columns = ['id', 'name', 'version'] as const
    const own = await database.read((db) =>
      db.select(LorebookTable, { id: oneOf(ids), ownerId: caller.id }, { columns }),
    )
    const byId = new Map(own.map((book) => [book.id, book]))
    return Promise.all(
      lore.books.map(async ({ lorebookId, used, ...counts }): Promise<LoreUse> => {
        const ofBook = entries.filter((entry) => entry.lorebookId === lorebookId)
        const overContext = ofBook.filter(({ outcome }) => outcome === 'OVER_CONTEXT').length
        const numbers = { ...counts, used: used - overContext, overContext }
        const book = byId.get(lorebookId)
        if (!book) return { ...numbers, lorebookId: null, lorebookName: null, entries: null }
        const opened = await lorebooks.open(book)
        const names = new Map(opened?.read.entries.map(({ id, name }) => [id, name]))
        return {
          ...numbers,
          lorebookId,
          lorebookName: book.name,
          entries: ofBook.map(({ entryId, outcome }) => ({ id: entryId, name: names.get(entryId) ?? null, outcome })),
        }
      }),
    )
  }
}

import { type Database, oneOf, type Queries } from '@parley/statements'
import { LorebookTable, LorebookUseTable } from '../database/tables/lorebooks.js'
import { limits } from '../limits.js'
import type { JobLore } from '../ports/reply-generator/reply-generator.js'
import type { Room } from '../rooms/room.js'
import type { Expand } from './lore-entry.js'
import type { BookHead, Lorebooks } from './lorebooks.js'
import type { LoreRecord } from './lorebook.js'
import { ScannedTexts } from './scanned-texts.js'
import { type BookMatches, selectEntries, type SelectedEntry } from './select-entries.js'

interface LoreRequest {
  readonly room: Pick<Room, 'id' | 'kind' | 'characterId' | 'ownerId'>
  /** The messages and replies, the newest first. */
  readonly texts: readonly string[]
  /** The names for placeholders. */
  readonly expander: () => Promise<Expand>
  /** The tokens of prompt and reply together. */
  readonly contextTokens: number
}

export interface RoomLoreResult {
  readonly lore: readonly JobLore[]
  readonly record: LoreRecord
}

const columns = [
  ...(['id', 'ownerId', 'characterId', 'name', 'entryIds', 'nextEntryId', 'inEveryChatRoom'] as const),
  ...(['version', 'createdAt', 'updatedAt'] as const),
]

/** The lore of one prompt. */
export class RoomLore {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly lorebooks: Lorebooks
      readonly tokensIn: (text: string) => number
    },
  ) {}

  /**
   * The entries that the newest messages wake, of the books of the character, of the room and, in a chat room, of its owner.
   * Undefined without a book. Its texts are less than a quarter of the context.
   */
  async of({ room, texts, expander, contextTokens }: LoreRequest): Promise<RoomLoreResult | undefined> {
    const { database, lorebooks, tokensIn } = this.options
    const books = await database.read((db) => booksOf(db, room))
    if (books.length === 0) return undefined
    const expand = await expander()
    const scanned = new ScannedTexts(texts.slice(0, limits.loreScanDepth))
    const names = [expand('{{char}}'), expand('{{user}}')].join('\n')
    const found: BookMatches[] = []
    for (const book of books) {
      const opened = await lorebooks.open(book)
      if (!opened) continue
      const matcher = await lorebooks.matcherOf(book, opened, { expand, names })
      const matches = await matcher.find(scanned)
      found.push({ lorebookId: book.id, tokenBudget: opened.read.tokenBudget, matches })
    }
    const replyBudget = Math.min(limits.loreTokens, Math.floor(contextTokens / 4))
    const textOf = ({ content }: { readonly content: string }) => expand(content)
    const { lore, entries } = await selectEntries(found, { replyBudget, tokensIn, textOf })
    if (entries.length === 0 && !scanned.isCut) return undefined
    return { lore, record: recordOf(entries, scanned.isCut) }
  }
}

async function booksOf(
  db: Queries,
  { id: roomId, kind, characterId, ownerId }: LoreRequest['room'],
): Promise<BookHead[]> {
  const places = [{ roomId }, ...(characterId === null ? [] : [{ characterId }])] as const
  const uses = await db.select(LorebookUseTable, places, { columns: ['lorebookId'] })
  const where = [
    { id: oneOf(uses.map(({ lorebookId }) => lorebookId)) },
    ...(characterId === null ? [] : [{ characterId }]),
    ...(kind === 'character' && ownerId !== null ? [{ ownerId, inEveryChatRoom: true }] : []),
  ] as const
  return db.select(LorebookTable, where, { columns, orderBy: { id: 'asc' } })
}

function recordOf(entries: readonly SelectedEntry[], isCut: boolean): LoreRecord {
  const ids = [...new Set(entries.map(({ lorebookId }) => lorebookId))]
  const used = entries.filter(({ outcome }) => outcome === 'USED')
  const others = entries.filter(({ outcome }) => outcome !== 'USED')
  return {
    books: ids.map((lorebookId) => {
      const all = entries.filter((each) => each.lorebookId === lorebookId)
      const count = (outcome: SelectedEntry['outcome']) => all.filter((each) => each.outcome === outcome).length
      return {
        lorebookId,
        matched: all.length,
        used: count('USED'),
        overBookBudget: count('OVER_BOOK_BUDGET'),
        overReplyBudget: count('OVER_REPLY_BUDGET'),
      }
    }),
    entries: [...used, ...others]
      .slice(0, limits.namedLoreEntries)
      .map(({ lorebookId, entry: { id: entryId }, outcome }) => ({ lorebookId, entryId, outcome })),
    isCut,
  }
}

import type { CardBook } from '../../lorebooks/lorebooks.js'
import type { LoreNote } from '../../lorebooks/read-book.js'
import type { CardNoticeReason, CardNotices } from './card-notice.js'

/** One notice for everything of its kind in a lorebook. */
interface Kind {
  readonly reason: CardNoticeReason
  /** Of the lorebook, or of its entries. */
  readonly field: string
}

const kinds = {
  recursion: { reason: 'ENTRIES_WAKE_NONE', field: 'recursive_scanning' },
  expressions: { reason: 'EXPRESSIONS_REFUSED', field: 'entries.keys' },
  position: { reason: 'POSITION_REPLACED', field: 'entries.position' },
  probability: { reason: 'PROBABILITY', field: 'entries.probability' },
  keyless: { reason: 'WITHOUT_KEY', field: 'entries.keys' },
} as const satisfies Readonly<Record<string, Kind>>

/** Names what of the lorebook of a card is not played as its author wrote it. The lorebook itself names it by entry. */
export async function nameBookNotes(book: CardBook, notices: CardNotices): Promise<void> {
  const add = (reason: CardNoticeReason, field: string, detail: string | number) =>
    notices.add(reason, field === '' ? 'character_book' : `character_book.${field}`, detail)
  if (!book.file) return add('BOOK_UNREADABLE', '', book.reason)
  if (book.faults !== undefined) add('ENTRIES_FAULTY', 'entries', book.faults)
  const counts = new Map<Kind, number>()
  const others = new Map<string, Kind>()
  for await (const note of book.notes) {
    const kind = kindOf(note, others)
    if (kind) counts.set(kind, (counts.get(kind) ?? 0) + (note.entryId === null ? 0 : 1))
  }
  for (const [{ reason, field }, count] of counts) add(reason, field, count)
}

/** Undefined for a fault, which has a notice. `others` has the kinds of fields, by their names. */
function kindOf({ reason, field }: LoreNote, others: Map<string, Kind>): Kind | undefined {
  switch (reason) {
    case 'FAULTY':
      return undefined
    case 'WOKEN_BY_OTHERS':
      return kinds.recursion
    case 'EXPRESSION_REFUSED':
    case 'TOO_MANY_EXPRESSIONS':
      return kinds.expressions
    case 'POSITION_REPLACED':
      return kinds.position
    case 'WITHOUT_KEY':
      return kinds.keyless
    case 'NOT_PLAYED':
      if (field === kinds.recursion.field) return kinds.recursion
      return field === 'probability' ? kinds.probability : otherKind(field, others)
  }
}

function otherKind(field: string, others: Map<string, Kind>): Kind {
  const kind = others.get(field) ?? { reason: 'ENTRY_SETTING', field: `entries.${field}` }
  others.set(field, kind)
  return kind
}

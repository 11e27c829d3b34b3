import type { CardBook } from '../../lorebooks/lorebooks.js'
import type { LoreNote } from '../../lorebooks/read-book.js'
import type { CardNoticeCode, CardNotices } from './card-notice.js'

/** One notice for everything of its kind in a lorebook. */
interface Kind {
  readonly code: CardNoticeCode
  /** Of the lorebook, or of its entries. */
  readonly field: string
  /** With the number of entries or keys. */
  readonly message: (count: string) => string
}

const recursion: Kind = {
  code: 'NOT_PLAYED',
  field: 'recursive_scanning',
  message: (count) =>
    count === '0'
      ? 'Entries do not wake each other.'
      : `Entries do not wake each other. Those that wait for others are woken by their own keys: ${count}.`,
}
const expressions: Kind = {
  code: 'NOT_PLAYED',
  field: 'entries.keys',
  message: (count) => `Keys that are expressions which cannot be run, and are not looked for: ${count}.`,
}
const words: Kind = {
  code: 'READ_AS',
  field: 'entries.keys',
  message: (count) => `Keys with signs of an expression that are looked for as words: ${count}.`,
}
const position: Kind = {
  code: 'READ_AS',
  field: 'entries.position',
  message: (count) => `Entries with a place that prompts do not have, and that stand after the character: ${count}.`,
}
const probability: Kind = {
  code: 'NOT_PLAYED',
  field: 'entries.probability',
  message: (count) => `Entries with a probability, which are used whenever their keys occur: ${count}.`,
}

const keyless: Kind = {
  code: 'NOT_PLAYED',
  field: 'entries.keys',
  message: (count) => `Entries without a key that are not constant, and that nothing wakes: ${count}.`,
}

/** Names what of the lorebook of a card is not played as its author wrote it. The lorebook itself names it by entry. */
export async function nameBookNotes(book: CardBook, notices: CardNotices): Promise<void> {
  const add = (code: CardNoticeCode, field: string, message: string) =>
    notices.add(code, field === '' ? 'character_book' : `character_book.${field}`, message)
  if (!book.file) {
    add('NOT_PLAYED', '', `The lorebook ${book.reason}. It is kept and leaves with the card, and is not played.`)
    return
  }
  if (book.faults !== undefined)
    add('NOT_PLAYED', 'entries', `Entries that break a rule are kept, and not played: ${book.faults}.`)
  const counts = new Map<Kind, number>()
  const others = new Map<string, Kind>()
  for await (const note of book.notes) {
    const kind = kindOf(note, others)
    if (kind) counts.set(kind, (counts.get(kind) ?? 0) + (note.entryId === null ? 0 : 1))
  }
  for (const [{ code, field, message }, count] of counts) add(code, field, message(count.toLocaleString('en')))
}

/** Undefined for a fault, which has a notice. `others` has the kinds of fields, by their names. */
function kindOf({ reason, field }: LoreNote, others: Map<string, Kind>): Kind | undefined {
  switch (reason) {
    case 'FAULTY':
      return undefined
    case 'WOKEN_BY_OTHERS':
      return recursion
    case 'EXPRESSION_REFUSED':
    case 'TOO_MANY_EXPRESSIONS':
      return expressions
    case 'READ_AS_WORDS':
      return words
    case 'POSITION_REPLACED':
      return position
    case 'WITHOUT_KEY':
      return keyless
    case 'NOT_PLAYED':
      if (field === recursion.field) return recursion
      if (field === 'probability') return probability
      return otherKind(field, others)
  }
}

function otherKind(field: string, others: Map<string, Kind>): Kind {
  const known = others.get(field)
  if (known) return known
  const message = (count: string) => `Entries with this setting, which has no effect: ${count}.`
  const made: Kind = { code: 'NOT_PLAYED', field: `entries.${field}`, message }
  others.set(field, made)
  return made
}

import { isJsonObject, WorkSlices } from '@parley/runtime'
import { limits } from '../limits.js'
import { mostExpressions } from './book-matcher.js'
import { type BookFile, bookOf, settingOf } from './book-file.js'
import { type FieldFault, hasOtherPosition, notPlayed, readEntry, unplayedIn } from './entry-forms.js'
import { expressionOf, isExpression } from './expression.js'
import type { LoreEntry } from './lore-entry.js'
import type { LorebookFormat, LoreNoteReason } from './lorebook.js'

/** An entry that breaks a rule: it is kept, and not played. */
export interface FaultyEntry {
  /** Counted from 0. */
  readonly index: number
  readonly id: number
  readonly name: string
  readonly faults: readonly FieldFault[]
}

/** A part of a book that is not played as its author wrote it. */
export interface LoreNote {
  readonly reason: LoreNoteReason
  /** The entry; null for the book. */
  readonly entryId: number | null
  readonly entryName: string | null
  /** The name of the field in the file. */
  readonly field: string
  /** The key, or what is wrong; null without either. */
  readonly detail: string | null
}

/** A book as Parley plays it. */
export interface ReadBook {
  readonly format: LorebookFormat
  /** The newest messages in which keys are looked for. */
  readonly scanDepth: number
  /** The tokens of its entries in a prompt. */
  readonly tokenBudget: number
  readonly entries: readonly LoreEntry[]
  readonly faulty: readonly FaultyEntry[]
}

export const usualScanDepth = 4
export const usualTokenBudget = 2_048

/** Reads the entries of a file, whose ids are in the same order. */
export async function readBook(file: BookFile, ids: readonly number[]): Promise<ReadBook> {
  const slices = new WorkSlices()
  const book = bookOf(file)
  const entries: LoreEntry[] = []
  const faulty: FaultyEntry[] = []
  let letters = 0
  for (const [index, raw] of file.entries.entries()) {
    await slices.pause()
    const id = ids[index] ?? index + 1
    const read = readEntry(raw, id)
    if ('faults' in read) {
      faulty.push({ index, id, name: nameOf(raw), faults: read.faults })
      continue
    }
    const { keys, secondaryKeys, name } = read.entry
    letters += [...keys, ...secondaryKeys].reduce((sum, key) => sum + key.length, 0)
    const problem = `and those before have more than ${limits.lorebookKeyLetters.toLocaleString('en')} letters`
    if (letters <= limits.lorebookKeyLetters) entries.push(read.entry)
    else faulty.push({ index, id, name, faults: [{ field: 'keys', problem }] })
  }
  return {
    format: file.format,
    scanDepth: countOf(settingOf(book, 'scan_depth'), usualScanDepth, limits.loreScanDepth),
    tokenBudget: countOf(settingOf(book, 'token_budget'), usualTokenBudget, limits.largestLoreNumber),
    entries,
    faulty,
  }
}

function countOf(value: unknown, usual: number, most: number): number {
  return typeof value === 'number' && value >= 0 ? Math.min(Math.round(value), most) : usual
}

/** The name of an entry that cannot be read. */
function nameOf(raw: unknown): string {
  const name = isJsonObject(raw) ? (raw['comment'] ?? raw['name']) : ''
  return typeof name === 'string' ? name.slice(0, limits.lorebookNameLength).toWellFormed().replaceAll('\0', '') : ''
}

/** What is not played as its author wrote it, in the order of the file. */
export async function* notesIn(
  file: BookFile,
  ids: readonly number[],
  { entries, faulty }: ReadBook,
): AsyncGenerator<LoreNote> {
  const slices = new WorkSlices()
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const faults = new Map(faulty.map((entry) => [entry.index, entry]))
  if (settingOf(bookOf(file), 'recursive_scanning') === true)
    yield { reason: 'NOT_PLAYED', entryId: null, entryName: null, field: 'recursive_scanning', detail: null }
  let expressions = 0
  for (const [index, raw] of file.entries.entries()) {
    await slices.pause()
    const fault = faults.get(index)
    if (fault)
      for (const { field, problem } of fault.faults)
        yield { reason: 'FAULTY', entryId: fault.id, entryName: fault.name, field, detail: problem }
    const entry = byId.get(ids[index] ?? 0)
    if (!entry) continue
    const of = { entryId: entry.id, entryName: entry.name }
    const note = (reason: LoreNoteReason, field: string, detail: string | null = null): LoreNote => ({
      reason,
      ...of,
      field,
      detail,
    })
    for (const field of notPlayed(raw))
      yield note(field === 'delayUntilRecursion' ? 'WOKEN_BY_OTHERS' : 'NOT_PLAYED', field)
    for (const { name } of unplayedIn(raw)) yield note('NOT_PLAYED', `@@${name}`)
    if (entry.enabled && !entry.constant && entry.keys.every((key) => key.trim() === ''))
      yield note('WITHOUT_KEY', 'keys')
    if (hasOtherPosition(raw)) yield note('POSITION_REPLACED', 'position')
    for (const key of [...entry.keys, ...entry.secondaryKeys]) {
      if (!isExpression(key, entry)) continue
      expressions += 1
      const made = expressions > mostExpressions ? undefined : expressionOf(key, entry)
      if (made === undefined) yield note('TOO_MANY_EXPRESSIONS', 'keys', key)
      else if (typeof made === 'string') yield note('EXPRESSION_REFUSED', 'keys', `${key} ${made}`)
    }
  }
}

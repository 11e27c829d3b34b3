import { isJsonObject } from '@parley/runtime'
import { rowId } from '@parley/statements'
import { limits } from '../limits.js'
import { type BookFile, bookOf, jsonOf, settingName } from './book-file.js'
import { blankEntry, changedEntry, editsOf, type LoreEntryChange } from './entry-forms.js'
import type { Lorebook } from './lorebook.js'

/** A change of an entry; a new one without an id. */
export interface EntryChange extends LoreEntryChange {
  readonly id?: string | null | undefined
}

interface BookChange {
  readonly name?: string | undefined
  readonly scanDepth?: number | undefined
  readonly tokenBudget?: number | undefined
  readonly entries?: readonly EntryChange[] | undefined
  readonly removedEntryIds?: readonly string[] | undefined
}

/**
 * The columns of a book after a change of its file; the reason why that is refused instead. Fields that are not changed stay as
 * they are.
 */
export function changedBook(
  { file, ids, nextId }: { readonly file: BookFile; readonly ids: readonly number[]; readonly nextId: number },
  { name, scanDepth, tokenBudget, entries: changes = [], removedEntryIds = [] }: BookChange,
): Pick<Lorebook, 'data' | 'entryIds' | 'nextEntryId'> | string {
  const entries = [...file.entries]
  const names = file.names && [...file.names]
  const entryIds = [...ids]
  let nextEntryId = nextId
  for (const { id, ...change } of changes) {
    if (id === undefined || id === null) {
      const number = 1 + Math.max(-1, ...(names ?? entryIds).map(Number).filter(Number.isSafeInteger))
      entries.push(changedEntry(blankEntry(file.format, number, file.entries[0]), change))
      names?.push(String(number))
      entryIds.push(nextEntryId)
      nextEntryId += 1
    } else {
      const index = entryIds.indexOf(rowId(id) ?? -1)
      const raw = entries[index]
      if (index < 0 || !isJsonObject(raw)) return `The lorebook has no entry ${id}`
      entries[index] = changedEntry(raw, editsOf(raw, change))
    }
  }
  const removed = new Set(removedEntryIds.map(rowId))
  const isKept = (_: unknown, index: number) => !removed.has(entryIds[index])
  if (entries.length > limits.lorebookEntries)
    return `A lorebook has at most ${limits.lorebookEntries.toLocaleString('en')} entries`
  const changed = { ...file, names: names?.filter(isKept), entries: entries.filter(isKept) }
  const book = bookOf(file)
  const fields = {
    ...(name === undefined ? {} : { name }),
    ...(scanDepth === undefined ? {} : { [settingName(book, 'scan_depth')]: scanDepth }),
    ...(tokenBudget === undefined ? {} : { [settingName(book, 'token_budget')]: tokenBudget }),
  }
  return { data: jsonOf(changed, fields), entryIds: entryIds.filter(isKept), nextEntryId }
}

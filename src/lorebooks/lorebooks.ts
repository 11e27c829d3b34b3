import { LRUCache } from 'lru-cache'
import { AppError, badInput } from '@parley/runtime'
import {
  type Connection,
  connection,
  type Database,
  not,
  oneOf,
  type PageArgs,
  pageRequest,
  plus,
  type Queries,
  rowId,
  type Selection,
  selectPage,
  type Values,
} from '@parley/statements'
import type { Characters } from '../characters/characters.js'
import { lockOwnAccount } from '../database/statements/own-account.js'
import { CharacterTable } from '../database/tables/characters.js'
import { LorebookTable, LorebookUseTable } from '../database/tables/lorebooks.js'
import { RoomTable } from '../database/tables/rooms.js'
import type { Idempotency } from '../idempotency/idempotency.js'
import { canonicalUuid, limits } from '../limits.js'
import type { Room } from '../rooms/room.js'
import type { Caller, UserCaller } from '../users/caller.js'
import { type BookFile, type BookRefusal, bookOf, emptyFile, jsonOf, readBookFile } from './book-file.js'
import { BookMatcher } from './book-matcher.js'
import { bookForCard, fileInCard } from './card-book.js'
import { changedBook, type EntryChange } from './changed-book.js'
import { convertedBook, hasForeignEntries } from './converted-book.js'
import type { Expand, LoreEntry } from './lore-entry.js'
import type { Lorebook, LorebookFormat, LoreOutcome } from './lorebook.js'
import { type LoreNote, notesIn, readBook, type ReadBook } from './read-book.js'
import { ScannedTexts } from './scanned-texts.js'
import { selectEntries } from './select-entries.js'

/** Without the file. */
export type BookHead = Omit<Lorebook, 'data'>

/** A book and where it is used: the UUIDs of rooms, and characters besides that of its card. */
export interface ListedLorebook extends BookHead {
  /** Of the character of its card. */
  readonly characterName: string | null
  readonly roomIds: readonly string[]
  readonly characterIds: readonly number[]
}

interface NewLorebook {
  readonly name: string
  readonly idempotencyKey?: string | null | undefined
}

interface LorebookImport {
  /** The JSON of the file. */
  readonly book: string
  /** That of the file when absent. */
  readonly name?: string | null | undefined
  /** A book of the caller whose entries are replaced. */
  readonly replacesId?: string | null | undefined
  /** Whether entries that break a rule are left out; otherwise they refuse the file. */
  readonly skipInvalid?: boolean | null | undefined
  readonly idempotencyKey?: string | null | undefined
}

interface LorebookChange {
  readonly name?: string | undefined
  readonly scanDepth?: number | undefined
  readonly tokenBudget?: number | undefined
  readonly inEveryChatRoom?: boolean | undefined
  readonly entries?: readonly EntryChange[] | undefined
  readonly removedEntryIds?: readonly string[] | undefined
}

/** Where a book is used, besides the character whose card has it. Exactly one is given. */
interface UseTarget {
  readonly lorebookId: string
  /** The UUID of a room of the caller. */
  readonly roomId?: string | null | undefined
  readonly characterId?: string | null | undefined
}

interface LorebookListArgs extends PageArgs {
  readonly roomId?: string | null | undefined
  readonly characterId?: string | null | undefined
}

/** An entry that a text would wake, and what would become of it. */
export interface PreviewedEntry {
  readonly entry: LoreEntry
  readonly keys: readonly string[]
  readonly outcome: LoreOutcome
  readonly tokens: number
}

/** The book of a card, or the reason why it stays in the card and is not played. */
export type CardBook =
  | { readonly reason: string; readonly file?: undefined }
  | {
      readonly file: BookFile
      /** Which entries break a rule, and are not played. */
      readonly faults: string | undefined
      readonly notes: AsyncIterable<LoreNote>
    }

/** A book as its owner reads it. */
export interface OpenLorebook {
  readonly file: BookFile
  readonly ids: readonly number[]
  readonly read: ReadBook
}

const headColumns = [
  ...(['id', 'ownerId', 'characterId', 'name', 'entryIds', 'nextEntryId', 'inEveryChatRoom'] as const),
  ...(['version', 'createdAt', 'updatedAt'] as const),
]
const listedPage = selectPage(LorebookTable, headColumns)
/** About the bytes of books and of what finds their keys, of one process. */
const mostCachedBytes = 67_108_864

/**
 * Lorebooks: entries that join a prompt when their keys occur (docs/characters.md#lorebooks). Only the owner of a book reads
 * it; those who talk to its character do not.
 */
export class Lorebooks {
  // a change has another version
  readonly #open = new LRUCache<string, OpenLorebook>({
    maxSize: mostCachedBytes,
    sizeCalculation: ({ read }) =>
      2_000 + read.entries.reduce((sum, { content }) => sum + 1_000 + 4 * content.length, 0),
  })
  readonly #matchers = new LRUCache<string, BookMatcher>({
    maxSize: mostCachedBytes,
    sizeCalculation: ({ size }) => 1_000 + size,
  })

  constructor(
    private readonly options: {
      readonly database: Database
      readonly characters: Pick<Characters, 'expander'>
      readonly idempotency: Idempotency
      /** The estimated tokens of a text in a prompt. */
      readonly tokensIn: (text: string) => number
      /** Epoch milliseconds. */
      readonly clock: () => number
    },
  ) {}

  /** The books of the caller, the newest first: all of them, or those that one of its rooms or characters uses. */
  async list(
    caller: UserCaller,
    { roomId, characterId, ...page }: LorebookListArgs,
  ): Promise<Connection<ListedLorebook>> {
    const request = pageRequest(page)
    return this.options.database.read(async (db) => {
      const ids = await usedIds(db, caller, { roomId, characterId })
      const where = { ownerId: caller.id, ...(ids === undefined ? {} : { id: oneOf(ids) }) }
      const rows = await listedPage(db, { where, orderBy: { id: 'desc' }, after: request.after }, request)
      return connection(request, { ...rows, rows: await withUses(db, rows.rows) }, ({ id }) => [id])
    })
  }

  /** A book of the caller, else null. */
  async find(caller: Caller, id: string): Promise<ListedLorebook | null> {
    const number = rowId(id)
    if (caller.kind !== 'user' || number === undefined) return null
    const where = { id: number, ownerId: caller.id }
    return this.options.database.read(async (db) => {
      const rows = await db.select(LorebookTable, where, { columns: headColumns })
      return (await withUses(db, rows))[0] ?? null
    })
  }

  /** The entries and settings of a book; undefined for one that was deleted since. */
  async open({ id, version }: Pick<Lorebook, 'id' | 'version'>): Promise<OpenLorebook | undefined> {
    const known = this.#open.get(`${id}:${version}`)
    if (known) return known
    const row = await this.options.database.read((db) => db.selectOne(LorebookTable, { id }))
    const file = row && readBookFile(row.data)
    if (!row || !file || 'refusal' in file) return undefined
    const opened = { file, ids: row.entryIds, read: await readBook(file, row.entryIds) }
    this.#open.set(`${id}:${row.version}`, opened)
    return opened
  }

  /** What of a book is not played as its author wrote it, in the order of the file: at most 1,000 notes. */
  async notes(book: BookHead): Promise<LoreNote[]> {
    const opened = await this.open(book)
    const notes: LoreNote[] = []
    if (!opened) return notes
    for await (const note of notesIn(opened.file, opened.ids, opened.read)) {
      if (notes.length === limits.lorebookNotes) break
      notes.push(note)
    }
    return notes
  }

  /** The tokens of all entries of a book, by estimate. */
  async tokenCount(book: BookHead): Promise<number> {
    const opened = await this.open(book)
    return (opened?.read.entries ?? []).reduce((sum, { content }) => sum + this.options.tokensIn(content), 0)
  }

  /** A page of entries in the order of the file. */
  async entries(book: BookHead, page: PageArgs): Promise<Connection<LoreEntry>> {
    const request = pageRequest(page)
    const opened = await this.open(book)
    const [after = -1] = request.after ?? []
    const rest = (opened?.read.entries ?? []).filter(({ id }) => id > after)
    const rows = rest.slice(0, request.limit)
    request.bytes?.add(rows.reduce((sum, { content }) => sum + content.length, 0))
    return connection(request, { rows, hasMore: rest.length > rows.length }, ({ id }) => [id])
  }

  /** Creates a book without entries. Throws CONFLICT beyond the number of books of an account. */
  async create(caller: UserCaller, { name, idempotencyKey: key }: NewLorebook): Promise<ListedLorebook> {
    const call = { caller, operation: 'createLorebook', key, body: { name } }
    return this.#insertOnce(call, { name, file: emptyFile('WORLD_INFO', name), ids: [] })
  }

  /**
   * Stores the book of a file, or replaces the entries of a book of the caller. Throws BAD_USER_INPUT with each entry and field
   * that breaks a rule, unless such entries are left out; NOT_FOUND for a book to replace that the caller does not have, else as
   * `create`.
   */
  async import(caller: UserCaller, sent: LorebookImport): Promise<ListedLorebook> {
    const { book, name: given, replacesId, skipInvalid, idempotencyKey: key } = sent
    const file = readBookFile(book)
    if ('refusal' in file) throw refused(file)
    const { faulty } = await readBook(file, [])
    if (faulty.length > 0 && !skipInvalid) throw faultyBook(faultsIn(faulty))
    const bad = new Set(faulty.map(({ index }) => index))
    const kept = keptEntries(file, (index) => !bad.has(index))
    const name = given ?? nameIn(file) ?? 'Lorebook'
    const ids = idsOf(kept)
    if (replacesId !== undefined && replacesId !== null)
      return this.#change(caller, replacesId, {
        changeOf: ({ nextEntryId: first }) => {
          const entryIds = ids.map((id) => first + id - 1)
          const data = jsonOf(kept)
          return { data, entryIds, nextEntryId: first + ids.length, ...(given ? { name: given } : {}) }
        },
      })
    return this.#insertOnce({ caller, operation: 'importLorebook', key, body: sent }, { name, file: kept, ids })
  }

  /**
   * Changes settings and entries in one step; an entry without an id is new. Throws NOT_FOUND for a book that the caller does not
   * have, BAD_USER_INPUT for an unknown entry and for more entries than a book has.
   */
  async update(caller: UserCaller, id: string, change: LorebookChange): Promise<ListedLorebook> {
    const { name, inEveryChatRoom, ...ofFile } = change
    const countUses = async (db: Queries) => {
      if (inEveryChatRoom !== true) return
      await lockOwnAccount(db, caller)
      const others = { ownerId: caller.id, inEveryChatRoom: true, id: not(rowId(id) ?? 0) }
      requireLeft(await db.count(LorebookTable, others))
    }
    const changeOf = (row: Lorebook) => {
      const file = readBookFile(row.data)
      if ('refusal' in file) throw refused(file)
      const changed = changedBook({ file, ids: row.entryIds, nextId: row.nextEntryId }, { name, ...ofFile })
      if (typeof changed === 'string') throw badInput('entries', changed)
      const fits = readBookFile(changed.data)
      if ('refusal' in fits) throw refused(fits, 'entries')
      return {
        ...changed,
        ...(name === undefined ? {} : { name }),
        ...(inEveryChatRoom === undefined ? {} : { inEveryChatRoom }),
      }
    }
    return this.#change(caller, id, { changeOf, before: countUses })
  }

  /** Deletes a book of the caller, wherever it is used; returns its id. Throws NOT_FOUND for any other book. */
  async delete(caller: UserCaller, id: string): Promise<number> {
    const number = rowId(id) ?? 0
    const where = { id: number, ownerId: caller.id }
    if ((await this.options.database.write((db) => db.delete(LorebookTable, where))) === 0)
      throw new AppError('NOT_FOUND')
    return number
  }

  /**
   * Uses a book of the caller in one of its rooms, or in all rooms with one of its characters. Throws NOT_FOUND for any other,
   * CONFLICT beyond five of a place or 200 of a book.
   */
  attach(caller: UserCaller, target: UseTarget): Promise<ListedLorebook> {
    return this.options.database.write(async (db) => {
      // of two uses at once the second one is counted; a deletion of the account locks its rooms before its books too
      const place = await requirePlace(db, caller, { ...target, lock: 'no key update' })
      const { id: lorebookId } = await requireOwn(db, caller, target.lorebookId)
      const use = { lorebookId, ...place }
      if (!(await db.exists(LorebookUseTable, use))) {
        requireLeft(await db.count(LorebookUseTable, place))
        if ((await db.count(LorebookUseTable, { lorebookId })) >= limits.lorebookPlaces)
          throw new AppError('CONFLICT', {
            message: `A lorebook has at most ${limits.lorebookPlaces} rooms and characters`,
          })
        await db.insert(LorebookUseTable, { roomId: null, characterId: null, ...use })
      }
      return requireOwn(db, caller, target.lorebookId)
    })
  }

  /** Ends a use. One that is not there stays so. Throws NOT_FOUND as `attach`. */
  detach(caller: UserCaller, target: UseTarget): Promise<ListedLorebook> {
    return this.options.database.write(async (db) => {
      const place = await requirePlace(db, caller, { ...target, lock: 'no key update' })
      const { id: lorebookId } = await requireOwn(db, caller, target.lorebookId)
      await db.delete(LorebookUseTable, { lorebookId, ...place })
      return requireOwn(db, caller, target.lorebookId)
    })
  }

  /** The file of a book of the caller: as it came, or in the other format; null for any other book. */
  async export(caller: Caller, id: string, format?: LorebookFormat | null) {
    const book = await this.find(caller, id)
    const opened = book && (await this.open(book))
    if (!opened) return null
    const isAsAsked = !format || (format === opened.read.format && !hasForeignEntries(opened.file))
    const file = isAsAsked ? opened.file : convertedBook(opened, format)
    return { json: jsonOf(file), format: file.format, name: book.name }
  }

  /** The entries of a book that a text would wake, in the order in which budgets keep them. Throws NOT_FOUND. */
  async preview(caller: UserCaller, id: string, text: string): Promise<readonly PreviewedEntry[]> {
    const book = await this.find(caller, id)
    const opened = book && (await this.open(book))
    if (!opened) throw new AppError('NOT_FOUND')
    const expand = await this.options.characters.expander(undefined, { userId: caller.id })
    const matcher = await this.matcherOf(book, opened, { expand, names: expand('{{user}}') })
    const matches = await matcher.find(new ScannedTexts([text]))
    const { tokenBudget } = opened.read
    const { entries } = await selectEntries([{ lorebookId: book.id, tokenBudget, matches }], {
      replyBudget: limits.loreTokens,
      tokensIn: this.options.tokensIn,
      textOf: ({ content }) => expand(content),
    })
    return entries
  }

  /** What finds the keys of a book with these names for placeholders. */
  async matcherOf(
    { id, version }: BookHead,
    { read }: OpenLorebook,
    { expand, names }: { readonly expand: Expand; readonly names: string },
  ): Promise<BookMatcher> {
    const isNamed = read.entries.some(({ keys, secondaryKeys }) =>
      [...keys, ...secondaryKeys].some((key) => key.includes('{{')),
    )
    const key = `${id}:${version}:${isNamed ? names : ''}`
    const known = this.#matchers.get(key) ?? (await BookMatcher.of(read, expand))
    this.#matchers.set(key, known)
    return known
  }

  /** Reads the `character_book` of a card; undefined for none, and for one without entries. */
  async readCardBook(value: unknown): Promise<CardBook | undefined> {
    const file = fileInCard(value)
    if (file === undefined) return undefined
    if ('refusal' in file) return { reason: file.sentence }
    const ids = idsOf(file)
    const read = await readBook(file, ids)
    return { file, faults: read.faulty.length > 0 ? faultsIn(read.faulty) : undefined, notes: notesIn(file, ids, read) }
  }

  /** Stores the book of a card in the transaction that creates its character. */
  async insertOfCard(
    db: Queries,
    { ownerId, characterId, name }: Pick<Lorebook, 'ownerId' | 'name'> & { readonly characterId: number },
    file: BookFile,
  ): Promise<void> {
    const head = { ownerId, characterId, name: nameIn(file) ?? name, now: this.options.clock() }
    await insert(db, head, { file, ids: idsOf(file) })
  }

  /**
   * For a caller who may change a character: the `character_book` of its card, given that of the card as it was imported. It is the
   * book of the card, else the first one of the caller that is attached to the character.
   */
  async ofCharacter(caller: Caller, characterId: number): Promise<(kept: unknown) => unknown> {
    const book = await this.options.database.read(async (db) => {
      const ofCard = await db.selectOne(LorebookTable, { characterId }, { columns: headColumns })
      if (ofCard || caller.kind !== 'user') return ofCard
      const [use] = await db.select(LorebookUseTable, { characterId }, { orderBy: { id: 'asc' }, limit: 1 })
      const where = { id: use?.lorebookId ?? 0, ownerId: caller.id }
      return use && db.selectOne(LorebookTable, where, { columns: headColumns })
    })
    const opened = book && (await this.open(book))
    return (kept) => bookForCard(kept, opened)
  }

  async #insertOnce(
    call: Parameters<Idempotency['once']>[0] & { readonly caller: UserCaller },
    { name, ...book }: { readonly name: string; readonly file: BookFile; readonly ids: readonly number[] },
  ): Promise<ListedLorebook> {
    const { idempotency, clock } = this.options
    const { caller } = call
    const { id } = await idempotency.once(call, async (db) => {
      await lockOwnAccount(db, caller)
      const count = await db.count(LorebookTable, { ownerId: caller.id, characterId: null })
      if (count >= limits.lorebooks)
        throw new AppError('CONFLICT', { message: `An account has at most ${limits.lorebooks} lorebooks` })
      return String(await insert(db, { ownerId: caller.id, characterId: null, name, now: clock() }, book))
    })
    const made = await this.find(caller, id)
    if (!made) throw new AppError('NOT_FOUND')
    return made
  }

  /** `before` may lock the account, which comes before a book. */
  #change(
    caller: UserCaller,
    id: string,
    {
      changeOf,
      before,
    }: {
      readonly changeOf: (row: Lorebook) => Values<Lorebook>
      readonly before?: (db: Queries) => Promise<void>
    },
  ): Promise<ListedLorebook> {
    const { database, clock } = this.options
    return database.write(async (db) => {
      await before?.(db)
      const where = { id: rowId(id) ?? 0, ownerId: caller.id }
      const row = await db.selectOne(LorebookTable, where, { lock: 'update' })
      if (!row) throw new AppError('NOT_FOUND')
      await db.update(LorebookTable, where, { ...changeOf(row), version: plus(1), updatedAt: clock() })
      return requireOwn(db, caller, id)
    })
  }
}

async function insert(
  db: Queries,
  { now, ...columns }: Pick<Lorebook, 'ownerId' | 'characterId' | 'name'> & { readonly now: number },
  { file, ids }: { readonly file: BookFile; readonly ids: readonly number[] },
): Promise<number> {
  return db.insertReturningId(LorebookTable, {
    ...columns,
    data: jsonOf(file),
    entryIds: ids,
    nextEntryId: ids.length + 1,
    inEveryChatRoom: false,
    version: 1,
    createdAt: now,
    updatedAt: now,
  })
}

/** Locks it. */
async function requireOwn(db: Queries, caller: UserCaller, id: string): Promise<ListedLorebook> {
  const where = { id: rowId(id) ?? 0, ownerId: caller.id }
  const rows = await db.select(LorebookTable, where, { columns: headColumns, lock: 'no key update' })
  const [book] = await withUses(db, rows)
  if (!book) throw new AppError('NOT_FOUND')
  return book
}

/** Three statements for any number of books. */
async function withUses(db: Queries, books: readonly BookHead[]): Promise<ListedLorebook[]> {
  const where = { lorebookId: oneOf(books.map(({ id }) => id)) }
  const uses = books.length === 0 ? [] : await db.select(LorebookUseTable, where, { orderBy: { id: 'asc' } })
  const ids = uses.flatMap(({ roomId }) => (roomId === null ? [] : [roomId]))
  const rooms = ids.length === 0 ? [] : await db.select(RoomTable, { id: oneOf(ids) }, { columns: ['id', 'roomId'] })
  const uuids = new Map(rooms.map(({ id, roomId }) => [id, roomId]))
  const ofCards = books.flatMap(({ characterId }) => characterId ?? [])
  const characters =
    ofCards.length === 0 ? [] : await db.select(CharacterTable, { id: oneOf(ofCards) }, { columns: ['id', 'name'] })
  const names = new Map(characters.map(({ id, name }) => [id, name]))
  return books.map((book) => {
    const own = uses.filter(({ lorebookId }) => lorebookId === book.id)
    return {
      ...book,
      characterName: names.get(book.characterId ?? 0) ?? null,
      roomIds: own.flatMap(({ roomId }) => uuids.get(roomId ?? 0) ?? []),
      characterIds: own.flatMap(({ characterId }) => characterId ?? []),
    }
  })
}

/** A room or a character of the caller. */
async function requirePlace(
  db: Queries,
  caller: UserCaller,
  { roomId, characterId, lock }: Pick<UseTarget, 'roomId' | 'characterId'> & Pick<Selection<Room>, 'lock'>,
): Promise<{ readonly roomId: number } | { readonly characterId: number }> {
  const isRoom = typeof roomId === 'string'
  if (isRoom === (typeof characterId === 'string'))
    throw badInput('roomId', 'Give either the id of a room or that of a character')
  const options = { columns: ['id'], lock } as const
  const owned = { ownerId: caller.id }
  const found = isRoom
    ? await db.selectOne(RoomTable, { ...owned, roomId: canonicalUuid(roomId) ?? '' }, options)
    : await db.selectOne(CharacterTable, { ...owned, id: rowId(characterId ?? '') ?? 0 }, options)
  if (!found) throw new AppError('NOT_FOUND')
  return isRoom ? { roomId: found.id } : { characterId: found.id }
}

async function usedIds(
  db: Queries,
  caller: UserCaller,
  { roomId, characterId }: Pick<UseTarget, 'roomId' | 'characterId'>,
): Promise<number[] | undefined> {
  if (typeof roomId !== 'string' && typeof characterId !== 'string') return undefined
  const place = await requirePlace(db, caller, { roomId, characterId })
  const uses = await db.select(LorebookUseTable, place, { columns: ['lorebookId'] })
  const ofCard = 'characterId' in place ? await db.select(LorebookTable, place, { columns: ['id'] }) : []
  return [...uses.map(({ lorebookId }) => lorebookId), ...ofCard.map(({ id }) => id)]
}

function requireLeft(count: number): void {
  if (count < limits.lorebookUses) return
  throw new AppError('CONFLICT', {
    message: `A room, a character and all chat rooms together use at most ${limits.lorebookUses} lorebooks each`,
  })
}

function keptEntries(file: BookFile, isKept: (index: number) => boolean): BookFile {
  return {
    ...file,
    names: file.names?.filter((_, index) => isKept(index)),
    entries: file.entries.filter((_, index) => isKept(index)),
  }
}

/** The name in a file, on one line and of a length that is stored. */
function nameIn(file: BookFile): string | undefined {
  const { name } = bookOf(file)
  if (typeof name !== 'string' || name.trim() === '') return undefined
  const line = name.toWellFormed().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
  return Array.from(line).slice(0, limits.lorebookNameLength).join('')
}

const idsOf = ({ entries }: BookFile): number[] => entries.map((_, index) => index + 1)

/** Faults beyond these are counted. */
const namedFaults = 20

function faultsIn(faulty: ReadBook['faulty']): string {
  const all = faulty.flatMap(({ index, name, faults }) =>
    faults.map(
      ({ field, problem }) =>
        `entry ${index + 1}${name === '' ? '' : ` (${JSON.stringify(name)})`}: ${field} ${problem}`,
    ),
  )
  const more = all.length > namedFaults ? `; and ${all.length - namedFaults} more` : ''
  return `${all.slice(0, namedFaults).join('; ')}${more}`
}

function refused({ refusal, sentence }: BookRefusal, field = 'book'): AppError {
  return badInput(field, `The lorebook ${sentence}`, { reason: refusal })
}

function faultyBook(faults: string): AppError {
  const message = `The lorebook has entries that break a rule: ${faults}`
  return badInput('book', message, { reason: 'ENTRIES_FAULTY' satisfies BookRefusal['refusal'], detail: faults })
}

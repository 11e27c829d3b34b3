import { isDeepStrictEqual } from 'node:util'
import { AppError, keysOf, mapValues, type ResultBytes, searchKey } from '@parley/runtime'
import {
  type Connection,
  connection,
  type Database,
  not,
  oneOf,
  type PageArgs,
  pageRequest,
  type Queries,
  rowId,
  selectCounted,
  type Values,
  type Where,
} from '@parley/statements'
import type { Audit } from '../audit/audit.js'
import { lockOwnAccount } from '../database/statements/own-account.js'
import { CharacterCardTable, CharacterTable } from '../database/tables/characters.js'
import { UserTable } from '../database/tables/users.js'
import { limits } from '../limits.js'
import type { Idempotency } from '../idempotency/idempotency.js'
import type { Expand } from '../lorebooks/lore-entry.js'
import type { Images } from '../images/images.js'
import type { JobCharacter } from '../ports/reply-generator/reply-generator.js'
import type { RoomChanges } from '../rooms/room-changes.js'
import type { Room } from '../rooms/room.js'
import type { AdminGuard } from '../users/admin-guard.js'
import type { AdminList } from '../users/admin-list.js'
import type { Caller, UserCaller } from '../users/caller.js'
import type { Users } from '../users/users.js'
import {
  type Character,
  type CharacterOrder,
  type CharacterTextName,
  characterTexts,
  type DepthNote,
  type CharacterNotes,
  type KeptCard,
  type Visibility,
} from './character.js'
import { cursorLength, listCharacters, type CharacterFilter, type ListedCharacter } from './list-characters.js'
import { authorsNotes, authorsSystem } from './authors-notes.js'
import { exampleTurns, withoutSpeakers } from './example-turns.js'
import {
  calledName,
  cardGreeting,
  chosenGreeting,
  type GreetedRoom,
  guest,
  type Partner,
  storedNickname,
} from './greetings.js'
import { expandPlaceholders, guestName, isAlikeForAll, isOfReader, type PlaceholderValues } from './placeholders.js'
import { storeRank } from './store-rank.js'
import { tagColumns } from './tags.js'
import { isVisibleTo, mayChange, visibleTo, withheldTexts } from './visibility.js'

/** An absent key keeps the value, null clears it; except `visibility`, where null keeps the value too. */
interface CharacterChange extends Partial<Record<CharacterTextName, string | null | undefined>> {
  readonly name?: string | undefined
  readonly nickname?: string | null | undefined
  readonly alternateGreetings?: readonly string[] | null | undefined
  readonly systemPrompt?: string | null | undefined
  readonly postHistoryInstructions?: string | null | undefined
  readonly depthNote?: DepthNote | null | undefined
  readonly tags?: readonly string[] | null | undefined
  readonly imageId?: string | null | undefined
  readonly imageUrl?: string | null | undefined
  readonly visibility?: Visibility | null | undefined
}

/** A card, the digest of its file, which a retry has too, and its assets. */
interface ImportedCard extends Pick<KeptCard, 'form' | 'data'> {
  readonly digest: string
  readonly file: { readonly id: string; readonly bytes: number } | undefined
}

interface NewCharacter extends CharacterChange {
  readonly name: string
  /** Of an import. */
  readonly kept?: ImportedCard | undefined
  readonly idempotencyKey?: string | null | undefined
}

interface CreateOptions {
  readonly operation?: 'createCharacter' | 'importCharacter'
  /** Stores what belongs to the character in the same transaction. */
  readonly alsoInsert?: (db: Queries, characterId: number) => Promise<void>
}

interface CharacterListArgs extends PageArgs {
  readonly search?: string | null | undefined
  readonly ownerId?: string | null | undefined
  /** The owner's username or handle, as an alternative to the id; an unknown name has no characters. */
  readonly ownerUsername?: string | null | undefined
  /** Only characters with this tag, in any case. */
  readonly tag?: string | null | undefined
  /** Only characters with all of these tags. */
  readonly tags?: readonly string[] | null | undefined
  /** Only public characters with these words in name, tags or description. */
  readonly words?: string | null | undefined
  readonly visibility?: Visibility | null | undefined
  readonly orderBy?: CharacterOrder | undefined
}

/** Where a model reads texts, and who talks to it. */
export interface PromptPlace extends Omit<PlaceholderValues, 'char' | 'user'> {
  readonly userId: number
  /** What `{{user}}` stands for; the username of the account when unset. */
  readonly user?: string | undefined
}

type PromptText = 'name' | CharacterTextName
/** `depthNote` is its text. */
export type UnstoredTexts = Readonly<
  Partial<Record<PromptText | Exclude<keyof CharacterNotes, 'alternateGreetings'>, string | null | undefined>>
>
/** What a prompt has of a character. */
type PromptSource = Pick<Character, PromptText | keyof CharacterNotes | 'nickname' | 'isPublic'>

type ChangeOf = (character: Character, db: Queries) => Promise<Values<Character>>

const noRows = { rows: [], hasMore: false }
const countedCharacters = selectCounted(CharacterTable)

/** Public characters are visible to every caller, private ones to their owner and administrators. */
export class Characters {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly users: Users
      readonly images: Images
      readonly idempotency: Idempotency
      readonly roomChanges: RoomChanges
      readonly guard: AdminGuard
      readonly adminList: AdminList
      readonly audit: Audit
      readonly clock: () => number
    },
  ) {}

  /** A character that the caller may see, else null: a private one of another account looks unknown. */
  async find(caller: Caller, id: string, bytes?: ResultBytes): Promise<Character | null> {
    const characterId = rowId(id)
    if (characterId === undefined) return null
    const [character] = await this.#select(visibleTo(caller, { id: characterId }), bytes)
    return character ?? null
  }

  /** Those of the characters that the caller may see, in no order. */
  findAll(caller: Caller, ids: readonly number[], bytes: ResultBytes): Promise<readonly Character[]> {
    return this.#select(visibleTo(caller, { id: oneOf(ids) }), bytes)
  }

  /** The conditions of all characters that the caller may see. */
  visibleTo(caller: Caller): Where<Character> {
    return visibleTo(caller, {})
  }

  /** As `find`; throws NOT_FOUND instead of null. */
  async require(caller: Caller, id: string): Promise<Character> {
    const character = await this.find(caller, id)
    if (!character) throw new AppError('NOT_FOUND')
    return character
  }

  /**
   * As `byIds`, for a caller who may see what refers to the characters, such as a room. One that it may not see keeps its name and its
   * picture, and has none of its texts.
   */
  async shownTo(caller: Caller, ids: readonly number[], bytes?: ResultBytes): Promise<(Character | null)[]> {
    const found = await this.byIds(ids, bytes)
    return found.map(
      (character) => character && (isVisibleTo(caller, character) ? character : withheldTexts(character)),
    )
  }

  /** Whether the caller may see the character of a room; true without one. */
  async isVisibleIn(caller: Caller, { characterId }: Pick<Room, 'characterId'>): Promise<boolean> {
    if (characterId === null) return true
    const columns = ['isPublic', 'ownerId'] as const
    const read = (db: Queries) => db.selectOne(CharacterTable, { id: characterId }, { columns })
    const character = await this.options.database.read(read)
    return character === undefined || isVisibleTo(caller, character)
  }

  /** Whether an account may see a character; what a room without an owner shows to all when null. */
  async isVisibleToAccount(
    db: Queries,
    userId: number | null,
    { isPublic, ownerId }: Pick<Character, 'isPublic' | 'ownerId'>,
  ): Promise<boolean> {
    if (isPublic) return true
    if (userId === null || userId === ownerId) return userId !== null
    const columns = ['role', 'email', 'emailKey', 'mailboxProved'] as const
    const account = await db.selectOne(UserTable, { id: userId }, { columns })
    return account !== undefined && this.options.adminList.roleOf(account) === 'ADMIN'
  }

  /** As `isVisibleToAccount`, in a transaction of its own. */
  isVisibleFor(userId: number, character: Pick<Character, 'isPublic' | 'ownerId'>): Promise<boolean> {
    return this.options.database.read((db) => this.isVisibleToAccount(db, userId, character))
  }

  /** With `search` the public characters whose name contains it, else those of an owner, else all public ones. */
  async list(caller: Caller, args: CharacterListArgs): Promise<Connection<ListedCharacter>> {
    const { search, ownerId, ownerUsername, tag, tags, words: sent, visibility, orderBy, ...page } = args
    const words = sent?.trim() ? sent : undefined
    const byName = typeof search !== 'string' && typeof ownerId !== 'string' && typeof ownerUsername === 'string'
    const owner = byName ? String((await this.options.users.findByName(ownerUsername))?.id ?? 0) : ownerId
    const scope = characterFilter(caller, search, owner)
    // private characters have no words, and those that the caller may not see are not listed
    const asked = visibility ? visibility === 'PUBLIC' : words !== undefined ? true : scope.isPublic
    if (scope.isPublic === true && asked === false) return connection(pageRequest({ first: 0 }), noRows, () => [])
    const wanted = [...new Set([...(isSent(tag) ? [tag] : []), ...(tags ?? [])])]
    return this.#page({ ...scope, isPublic: asked, tags: wanted, words }, page, orderBy)
  }

  /** The caller's characters, private ones included. */
  async listOwn(
    caller: UserCaller,
    { visibility, orderBy, ...page }: PageArgs & Pick<CharacterListArgs, 'visibility' | 'orderBy'>,
  ): Promise<Connection<ListedCharacter>> {
    const isPublic = visibility ? visibility === 'PUBLIC' : undefined
    return this.#page({ ownerId: caller.id, isPublic }, page, orderBy)
  }

  /** The caller's own characters, or those of `ids` that it may see, newest first, without their texts. */
  async newestOf(
    caller: UserCaller,
    limit: number,
    ids?: readonly number[],
  ): Promise<readonly Pick<Character, 'id' | 'name' | 'createdAt'>[]> {
    const where: Where<Character> = ids ? visibleTo(caller, { id: oneOf(ids) }) : { ownerId: caller.id }
    const orderBy = { id: 'desc' } as const
    return this.options.database.read((db) =>
      db.select(CharacterTable, where, { columns: ['id', 'name', 'createdAt'], orderBy, limit }),
    )
  }

  /** Whether an earlier call with the same key has created the character. Throws CONFLICT for a key that was used with another body. */
  async wasCreated(caller: UserCaller, input: NewCharacter, operation: string): Promise<boolean> {
    return (await this.options.idempotency.earlier(callOf(caller, input, operation))) !== undefined
  }

  /**
   * Creates a character of the caller. A retry with the same idempotency key returns the first one. Throws CONFLICT beyond the number of
   * characters of an account and beyond the bytes of their card files.
   */
  async create(
    caller: UserCaller,
    sent: NewCharacter,
    { operation = 'createCharacter', alsoInsert }: CreateOptions = {},
  ): Promise<Character> {
    const { images, idempotency, clock } = this.options
    const now = clock()
    const { idempotencyKey, kept, ...input } = sent
    const file = kept?.file
    const { id } = await idempotency.once(callOf(caller, sent, operation), async (db) => {
      await lockOwnAccount(db, caller)
      await requireRoom(db, caller.id, file?.bytes)
      const picture = await images.claim(db, input, { caller, ownerId: caller.id })
      const searched = {
        name: input.name,
        ...mapValues(characterTexts, (_, text) => input[text] ?? null),
        nickname: storedNickname(input.nickname),
        alternateGreetings: input.alternateGreetings ?? [],
        systemPrompt: input.systemPrompt ?? null,
        postHistoryInstructions: input.postHistoryInstructions ?? null,
        depthNote: input.depthNote ?? null,
        ...tagColumns(input.tags ?? []),
        isPublic: input.visibility !== 'PRIVATE',
      }
      const characterId = await db.insertReturningId(CharacterTable, {
        ...searched,
        nameKey: searchKey(input.name),
        ...picture,
        hiddenByAdmin: false,
        hiddenReason: null,
        ownerId: caller.id,
        createdAt: now,
        updatedAt: now,
      })
      await storeRank(db, { ...searched, id: characterId })
      if (kept) {
        const { form, data } = kept
        await db.insert(CharacterCardTable, {
          characterId,
          form,
          data,
          fileId: file?.id ?? null,
          fileBytes: file?.bytes ?? 0,
          hasNotes: true,
        })
      }
      await alsoInsert?.(db, characterId)
      return String(characterId)
    })
    return this.require(caller, id)
  }

  /**
   * A character that the caller may change or delete: its own, or any for an administrator. Throws NOT_FOUND for one
   * that the caller cannot see, FORBIDDEN for a public one of another account (contract: characters.13).
   */
  async requireOwn(caller: UserCaller, id: string): Promise<Character> {
    const character = await this.require(caller, id)
    if (!mayChange(caller, character)) throw new AppError('FORBIDDEN')
    return character
  }

  /** The character for a caller who may change it, else null. */
  forEditor<Found extends Pick<Character, 'ownerId'>>(caller: Caller, character: Found): Found | null {
    return mayChange(caller, character) ? character : null
  }

  /** As `promptCharacter`, of texts that are perhaps not stored. */
  promptTexts({ name, depthNote, ...texts }: UnstoredTexts, userId: number): Promise<JobCharacter> {
    const stored = mapValues(characterTexts, (_, text) => texts[text] ?? null)
    const notes = {
      systemPrompt: texts.systemPrompt ?? null,
      postHistoryInstructions: texts.postHistoryInstructions ?? null,
      depthNote: depthNote ? ({ text: depthNote, depth: 0, role: 'SYSTEM' } as const) : null,
    }
    const sheet = { name: name ?? '', nickname: null, alternateGreetings: [], isPublic: false }
    const room = { roomId: '', greetingIndex: 0, keptGreeting: null, createdAt: this.options.clock() }
    return this.promptCharacter({ ...stored, ...notes, ...sheet }, { userId }, room)
  }

  /** A character for a job; of a room with its greeting and the notes of its author. */
  async promptCharacter(character: PromptSource, place: PromptPlace, room?: GreetedRoom): Promise<JobCharacter> {
    const { name, nickname, systemPrompt, postHistoryInstructions, depthNote } = character
    const [context, dialogues] = [character.context ?? '', character.exampleDialogues ?? '']
    const greeting = chosenGreeting(character, room?.greetingIndex)
    const sheet = [greeting, context, withoutSpeakers(dialogues), systemPrompt ?? '']
    const others = [dialogues, postHistoryInstructions ?? '', depthNote?.text ?? '']
    const partner = await this.#partner(place, [...sheet, ...others])
    const expand = expanderOf(valuesOf(character, place, partner))
    const examples = exampleTurns(dialogues, { names: [name, ...(nickname ? [nickname] : [])], expand })
    const system = authorsSystem(character, expand)
    const notes = room && authorsNotes(character, expand)
    const ofCard = room ? cardGreeting(character, room, partner) : expand(greeting)
    const said = room?.keptGreeting ?? ofCard
    return {
      name: calledName(character),
      greeting: said,
      context: expand(context),
      // what says something of the account, or is no longer what the character says to all, is not for others
      ...(character.isPublic && said === ofCard && sheet.every(isAlikeForAll) && { isPublic: true }),
      ...(system && { system }),
      ...(notes && { notes }),
      ...(examples.length > 0 && { examples }),
    }
  }

  /** A room of the caller that is created now, for its greeting. */
  draftRoom(
    caller: Caller,
    { id: characterId }: Pick<Character, 'id'>,
    chosen: Pick<GreetedRoom, 'roomId' | 'greetingIndex'>,
  ) {
    const ownerId = caller.kind === 'user' ? caller.id : null
    const createdAt = this.options.clock()
    return {
      ...chosen,
      kind: 'character',
      characterId,
      ownerId,
      personaId: null,
      keptGreeting: null,
      createdAt,
    } as const
  }

  /**
   * What the character of a room says first, in the transaction that keeps it; null without a character, and for one that the owner
   * of the room may not see. `user`: what `{{user}}` stands for, the username of the owner when unset.
   */
  async greetingIn(
    db: Queries,
    room: GreetedRoom & Pick<Room, 'characterId' | 'ownerId'>,
    user: string | undefined,
  ): Promise<string | null> {
    const { characterId, ownerId } = room
    const character = characterId === null ? undefined : await db.selectOne(CharacterTable, { id: characterId })
    if (!character || !(await this.isVisibleToAccount(db, ownerId, character))) return null
    const columns = ['username', 'timeZone'] as const
    const owner = ownerId === null ? undefined : await db.selectOne(UserTable, { id: ownerId }, { columns })
    const partner = owner ? { user: user ?? owner.username, timeZone: owner.timeZone ?? undefined } : guest
    return cardGreeting(character, room, partner)
  }

  /** What expands all texts of one prompt. Without a character `{{char}}` stays. */
  async expander(character: Named | undefined, place: PromptPlace): Promise<Expand> {
    return expanderOf(valuesOf(character, place, await this.#partner(place, ['{{user}}'])))
  }

  /** A text for a model; without a character `{{char}}` stays. */
  async named(text: string, character: Named | undefined, place: PromptPlace): Promise<string> {
    return expandPlaceholders(text, valuesOf(character, place, await this.#partner(place, [text])))
  }

  /**
   * Changes the given fields (contract: characters.14, characters.16). Throws as `requireOwn`, and FORBIDDEN for an
   * owner who publishes a character that an administrator has hidden.
   */
  async update(caller: UserCaller, id: string, { visibility, ...change }: CharacterChange): Promise<Character> {
    const { id: characterId } = await this.requireOwn(caller, id)
    return this.#change(characterId, async (character, db) => {
      const shown = isSent(visibility) ? visibilityChange(caller, character, visibility) : {}
      await this.#record(db, caller, {
        character,
        shown,
        fields: keysOf(change).filter((key) => change[key] !== undefined && !isSame(character, { [key]: change[key] })),
      })
      return { ...sentOf(change), ...(await this.#pictureOf(db, caller, { change, character })), ...shown }
    })
  }

  /**
   * Shows or hides any character (contract: characters.15). Only for administrators, which the schema checks. Throws
   * NOT_FOUND for an unknown character.
   */
  async setVisibility(caller: UserCaller, id: string, visibility: Visibility): Promise<Character> {
    const { id: characterId } = await this.require(caller, id)
    return this.#change(characterId, async (character, db) => {
      const shown = visibilityChange(caller, character, visibility)
      await this.#record(db, caller, { character, shown, fields: [] })
      return shown
    })
  }

  /**
   * Hides a public character, so that its owner cannot publish it, and shows the owner the reason; of one that is hidden
   * it changes the reason. For administrators. Throws NOT_FOUND for an unknown character, CONFLICT for one that its owner
   * has made private, else as `requireConfirmedAdmin`.
   */
  async hide(caller: Caller, id: string, hiddenReason: string): Promise<Character> {
    return this.#moderate(caller, id, (character) => {
      if (!character.isPublic && !character.hiddenByAdmin)
        throw new AppError('CONFLICT', { message: 'The owner of this character has made it private' })
      return { isPublic: false, hiddenByAdmin: true, hiddenReason }
    })
  }

  /** Makes a hidden character public again. Throws CONFLICT for one that is not hidden, else as `hide`. */
  async restore(caller: Caller, id: string): Promise<Character> {
    return this.#moderate(caller, id, (character) => {
      if (!character.hiddenByAdmin) throw new AppError('CONFLICT', { message: 'This character is not hidden' })
      return { isPublic: true, hiddenByAdmin: false, hiddenReason: null }
    })
  }

  /** The reason why it is hidden, for its owner and administrators; null for other callers. */
  visibleReason(caller: Caller, character: Pick<Character, 'ownerId' | 'hiddenReason'>): string | null {
    return mayChange(caller, character) ? character.hiddenReason : null
  }

  /**
   * In the order of the ids, null for an unknown one, for every caller: for batching the references of visible rows.
   * `bytes` counts their size.
   */
  async byIds(ids: readonly number[], bytes?: ResultBytes): Promise<(Character | null)[]> {
    const found = await this.#select({ id: oneOf(ids) }, bytes)
    const byId = new Map(found.map((character) => [character.id, character]))
    return ids.map((id) => byId.get(id) ?? null)
  }

  #select(where: Where<Character>, bytes: ResultBytes | undefined): Promise<readonly Character[]> {
    return this.options.database.read((db) => countedCharacters(db, { where }, bytes))
  }

  async #moderate(
    caller: Caller,
    id: string,
    change: (character: Character) => Pick<Character, 'isPublic' | 'hiddenByAdmin' | 'hiddenReason'>,
  ): Promise<Character> {
    const { guard, audit } = this.options
    const characterId = rowId(id)
    if (characterId === undefined) throw new AppError('NOT_FOUND')
    const before = (db: Queries) => guard.requireConfirmedAdmin(db, caller)
    return this.#change(
      characterId,
      async (character, db) => {
        const changed = change(character)
        if (isSame(character, changed)) return changed
        const action = changed.hiddenByAdmin ? 'CHARACTER_HIDDEN' : 'CHARACTER_RESTORED'
        const { name: label, ownerId } = character
        const target = { kind: 'CHARACTER', id: characterId, label } as const
        await audit.record(db, caller, { action, target, details: { ownerId } })
        return changed
      },
      before,
    )
  }

  /** The account is read only for texts that depend on it. */
  async #partner({ userId, user }: PromptPlace, texts: readonly string[]): Promise<Partner> {
    const [account] = texts.some(isOfReader) ? await this.options.users.byIds([userId]) : []
    return { user: user ?? account?.username ?? guestName, timeZone: account?.timeZone ?? undefined }
  }

  /** `guard` may lock accounts, which come before a character. */
  async #change(id: number, changeOf: ChangeOf, guard?: (db: Queries) => Promise<unknown>): Promise<Character> {
    const { database, images, clock } = this.options
    const { before, after } = await database.write(async (db) => {
      await guard?.(db)
      const character = await db.selectOne(CharacterTable, { id }, { lock: 'update' })
      if (!character) throw new AppError('NOT_FOUND')
      await db.update(CharacterTable, { id }, { ...(await changeOf(character, db)), updatedAt: clock() })
      const after = await db.selectOneOrThrow(CharacterTable, { id })
      await storeRank(db, after)
      return { before: character, after }
    })
    this.options.roomChanges.publishCharacterChange(id)
    if (before.imageId !== after.imageId) await images.release(before.imageId)
    return after
  }

  /** Records what an administrator changes of a character of another account. */
  async #record(
    db: Queries,
    caller: UserCaller,
    { character, shown, fields }: { character: Character; shown: Partial<Character>; fields: readonly string[] },
  ): Promise<void> {
    const { id, name, ownerId } = character
    if (ownerId === caller.id) return
    const { audit } = this.options
    const target = { kind: 'CHARACTER', id, label: name } as const
    const isHidden = shown.hiddenByAdmin ?? character.hiddenByAdmin
    if (isHidden !== character.hiddenByAdmin || (shown.isPublic ?? character.isPublic) !== character.isPublic) {
      const action = isHidden ? 'CHARACTER_HIDDEN' : 'CHARACTER_RESTORED'
      await audit.record(db, caller, { action, target, details: { ownerId } })
    }
    if (fields.length === 0) return
    await audit.record(db, caller, { action: 'CHARACTER_CHANGED', target, details: { ownerId, fields: fields.join() } })
  }

  async #pictureOf(
    db: Queries,
    caller: UserCaller,
    { change, character }: { change: CharacterChange; character: Character },
  ): Promise<Partial<Character>> {
    if (change.imageId === undefined && change.imageUrl === undefined) return {}
    const ownerId = character.ownerId ?? caller.id
    return this.options.images.claim(db, change, { caller, ownerId, shown: character })
  }

  #page(
    filter: CharacterFilter,
    page: PageArgs,
    orderBy: CharacterOrder = 'OLDEST',
  ): Promise<Connection<ListedCharacter>> {
    const request = pageRequest(page, cursorLength(orderBy))
    return this.options.database.read((db) => listCharacters(db, filter, orderBy, request))
  }
}

type Named = Pick<Character, 'name' | 'nickname'>

function valuesOf(
  character: Named | undefined,
  { seed, at, timeZone }: PromptPlace,
  partner: Partner,
): PlaceholderValues {
  const char = character ? calledName(character) : '{{char}}'
  return { char, user: partner.user, seed, at, timeZone: timeZone ?? partner.timeZone }
}

function expanderOf(values: PlaceholderValues): Expand {
  return (text, asWritten) =>
    expandPlaceholders(text, asWritten ? { char: asWritten(values.char), user: asWritten(values.user) } : values)
}

/** The call that creates a character, whose key does not stand for the stored files. */
function callOf(caller: UserCaller, { idempotencyKey, kept, ...input }: NewCharacter, operation: string) {
  const { file: _, ...card } = kept ?? {}
  return { caller, operation, key: idempotencyKey, body: kept ? { ...input, kept: card } : input }
}

/** Throws CONFLICT for an account that has as many characters, or bytes of card files, as it may. It must be locked. */
async function requireRoom(db: Queries, ownerId: number, fileBytes: number | undefined): Promise<void> {
  const most = limits.characters.toLocaleString('en')
  if ((await db.count(CharacterTable, { ownerId })) >= limits.characters)
    throw new AppError('CONFLICT', { message: `An account has at most ${most} characters` })
  if (fileBytes === undefined) return
  const own = await db.select(CharacterTable, { ownerId }, { columns: ['id'] })
  const where = { characterId: oneOf(own.map(({ id }) => id)), fileId: not(null) }
  const files = await db.select(CharacterCardTable, where, { columns: ['fileBytes'] })
  if (files.reduce((sum, each) => sum + each.fileBytes, fileBytes) > limits.keptCardFileBytes)
    throw new AppError('CONFLICT', { message: 'The cards of an account have at most 1 GiB of assets' })
}

/** Whether an audit entry would name no change. */
function isSame(character: Character, values: object): boolean {
  return Object.entries(values).every(([name, value]) => isDeepStrictEqual(Reflect.get(character, name), value))
}

function sentOf(change: CharacterChange): Values<Character> {
  const { name, nickname, alternateGreetings, tags } = change
  const { systemPrompt, postHistoryInstructions, depthNote } = change
  return {
    ...(name === undefined ? {} : { name, nameKey: searchKey(name) }),
    ...mapValues(characterTexts, (_, text) => change[text]),
    ...(nickname === undefined ? {} : { nickname: storedNickname(nickname) }),
    ...(alternateGreetings === undefined ? {} : { alternateGreetings: alternateGreetings ?? [] }),
    ...{ systemPrompt, postHistoryInstructions, depthNote },
    ...(tags === undefined ? {} : tagColumns(tags ?? [])),
  }
}

function visibilityChange(caller: UserCaller, character: Character, visibility: Visibility) {
  const isPublic = visibility === 'PUBLIC'
  const hiddenByAdmin = !isPublic && caller.id !== character.ownerId
  if (caller.role === 'ADMIN') return { isPublic, hiddenByAdmin, hiddenReason: null }
  if (isPublic && character.hiddenByAdmin)
    throw new AppError('FORBIDDEN', { message: 'An admin has made this character private' })
  return { isPublic }
}

function isSent<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined
}

function characterFilter(
  caller: Caller,
  search: string | null | undefined,
  ownerText: string | null | undefined,
): CharacterFilter {
  if (typeof search === 'string') return { search, isPublic: true }
  if (typeof ownerText !== 'string') return { isPublic: true }
  const ownerId = rowId(ownerText) ?? 0
  const seesPrivate = caller.kind === 'user' && (caller.role === 'ADMIN' || caller.id === ownerId)
  return { ownerId, isPublic: seesPrivate ? undefined : true }
}

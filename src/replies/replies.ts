import { randomUUID } from 'node:crypto'
import type { LogEntry } from '@parley/chat-log-store'
import { AppError, modelRetryMs, type ResultBytes } from '@parley/runtime'
import { type Connection, isUniqueViolation, oneOf, type PageArgs, pageRequest } from '@parley/statements'
import { senderInRoom } from '../database/statements/persona-in-room.js'
import { timeZoneOf } from '../database/statements/time-zone-of.js'
import { GenerationTable } from '../database/tables/generations.js'
import type { MessageFiles } from '../files/message-files.js'
import type { Kind } from '../kinds.js'
import { limits, patterns } from '../limits.js'
import type { Idempotency, IdempotentCall } from '../idempotency/idempotency.js'
import type { Images } from '../images/images.js'
import type { Audit } from '../audit/audit.js'
import type { Room, UnstoredRoom, RoomDraft } from '../rooms/room.js'
import type { Rooms } from '../rooms/rooms.js'
import type { Writer } from '../rate-limits/guest-limits.js'
import type { Allowance } from '../usage/allowance.js'
import type { Caller, UserCaller } from '../users/caller.js'
import type { Broadcasts } from './watching/broadcasts.js'
import { readCursor } from './watching/cursor.js'
import { isFinal, type Generation } from './generation.js'
import type { GenerationStore, Run } from './generation-store.js'
import type { ModelList } from './model-list.js'
import type { RunningReplies } from './running-replies.js'
import type { QueuePosition } from './queue-position.js'
import { defaultModel, unknownModel } from './offered-model.js'
import { GenerationWatch } from './watching/generation-watch.js'

export interface Message {
  readonly roomId: string
  readonly text: string
  /** The model of the room when unset. */
  readonly model?: string | null | undefined
  readonly searchAccess: boolean
  /** A stored image of the caller. */
  readonly imageId?: string | null | undefined
  /** Ids of files of the caller. */
  readonly attachments?: readonly string[] | null | undefined
  /** Of the dates in the prompt; that of the account when unset. */
  readonly timeZone?: string | null | undefined
  readonly idempotencyKey?: string | null | undefined
}

/** A message that begins a room: with a character, or with the office assistant. */
export interface FirstMessage extends Omit<Message, 'roomId'> {
  readonly characterId?: string | null | undefined
  readonly greetingIndex?: number | null | undefined
  /** The UUID of the room, generated when absent. */
  readonly roomId?: string | null | undefined
}

/** A request for a generation. */
export interface GenerationRequest {
  readonly message: string
  readonly model: string
  readonly searchAccess: boolean
  readonly imageId?: string | null
  /** Ids of files of the caller. */
  readonly attachments?: readonly string[] | undefined
  readonly timeZone?: string | null | undefined
  /** Where the message is in the input; unset if it is not there. */
  readonly path?: readonly string[]
  /** The entry that it regenerates or continues. */
  readonly regenerates?: Pick<LogEntry, 'index' | 'version' | 'sender' | 'attachments'>
  /** Of a continuation: the reply that goes on. */
  readonly beginning?: string
}

/** Generations are independent of connections: clients only send, watch and cancel them. */
export class Replies {
  constructor(
    private readonly options: {
      readonly store: GenerationStore
      readonly rooms: Rooms
      readonly images: Images
      readonly messageFiles: MessageFiles
      readonly running: RunningReplies
      readonly broadcasts: Broadcasts
      readonly idempotency: Idempotency
      readonly allowance: Allowance
      readonly audit: Audit
      /** Model names that `sendMessage` accepts. */
      readonly models: readonly string[]
      /** The models of rooms that name none. */
      readonly defaultModels: Readonly<Record<Kind, string>>
      /** Whether a model has the configuration that it needs, such as a key. */
      readonly isConfigured: (model: string) => boolean
      /** Whether the key of the caller, if any, may use a model in a room. */
      readonly isAllowedByKey: (caller: UserCaller, room: RoomDraft, model: string) => boolean
      readonly modelList: Pick<ModelList, 'contextFor'>
      /** How many characters of a message a context of so many tokens has room for; undefined when the message can fit. */
      readonly exceededLength: (message: string, contextTokens: number, model: string) => number | undefined
      /** Why this process must accept no replies; undefined when it may. */
      readonly clockFault: () => string | undefined
      readonly newId?: () => string
    },
  ) {}

  /**
   * Accepts a message, which removes its room from the archive. Once this resolves, its generation is stored and will
   * reach a final state. Throws NOT_FOUND for a room that the caller may not use, CONFLICT while the room has an active
   * generation, BAD_USER_INPUT for an unknown model, for an image that is not the caller's or too large and for a message that
   * cannot fit the model, as `MessageFiles.requireRead` for its files, FORBIDDEN when the character of the room is private to another account, and as Allowance.admitMessage when
   * the membership does not include the model or its allowance is used up.
   */
  async send(caller: UserCaller, { idempotencyKey, imageId, timeZone, attachments: files, ...message }: Message) {
    const room = await this.options.rooms.require(caller, message.roomId)
    const { text, searchAccess } = message
    const asked = message.model ?? undefined
    if (asked !== undefined && !this.options.models.includes(asked)) throw unknownModel(['input', 'model'])
    const attachments = given(files)
    // the default was part of the body in earlier releases
    const body = {
      ...message,
      attachments,
      model: asked ?? defaultModel,
      imageId: imageId ?? undefined,
      roomId: room.roomId,
    }
    const call = { caller, operation: 'sendMessage', key: idempotencyKey, body }
    const model = asked ?? (await this.offeredModel(caller, room.kind, [room.model]))
    return this.accept(call, room, {
      ...{ message: text, path: ['input', 'text'] },
      ...{ model, searchAccess, imageId: imageId ?? null, attachments, timeZone },
    })
  }

  /**
   * Creates a room with its first message in one transaction, so that neither is stored without the other. A model becomes
   * the room's. Throws NOT_FOUND for a character that the caller cannot see, otherwise as `send` and `Rooms.create`.
   */
  async start(
    writer: Writer & { readonly caller: UserCaller },
    { idempotencyKey, timeZone, attachments: files, ...input }: FirstMessage,
  ) {
    const { idempotency, rooms, models, isConfigured } = this.options
    const { caller } = writer
    const { text, characterId, greetingIndex, roomId, searchAccess, imageId } = input
    const named = input.model ?? null
    if (named !== null && !(models.includes(named) && isConfigured(named))) throw unknownModel(['input', 'model'])
    const attachments = given(files)
    const call = { caller, operation: 'startRoom', key: idempotencyKey, body: { ...input, attachments } }
    const earlierId = await idempotency.earlier(call)
    if (earlierId !== undefined) {
      const generation = await this.require(caller, earlierId)
      return { room: await rooms.require(caller, generation.roomId), generation, replayed: true }
    }
    const modelFor = async ({ kind, model }: RoomDraft) => named ?? (await this.offeredModel(caller, kind, [model]))
    let accepted: { generation: Generation; replayed: boolean } | undefined
    const room = await rooms.begin(
      writer,
      { characterId, greetingIndex, roomId, model: named, message: text },
      {
        check: async (draft) => {
          const request = { message: text, path: ['input', 'text'], model: await modelFor(draft), attachments }
          await this.#requireAcceptable(call, draft, request)
        },
        store: async (unstored) => {
          const model = await modelFor(unstored.draft)
          const request = { message: text, model, searchAccess, attachments, timeZone }
          accepted = await this.#store(call, unstored, { ...request, imageId: imageId ?? null })
          return accepted.generation.roomId
        },
      },
    )
    if (!accepted) throw new Error('a room has begun without its message')
    return { room, ...accepted }
  }

  /**
   * Accepts a generation in a room that the caller may use, once per idempotency key; `regenerates` names the entry of
   * a regeneration or a continuation. Throws CONFLICT while the room has an active generation, FORBIDDEN for a model
   * that the API key of the caller does not include and for a character that the caller may no longer see, BAD_USER_INPUT for a message that cannot fit the model.
   */
  async accept(call: IdempotentCall & { readonly caller: UserCaller }, room: Room, request: GenerationRequest) {
    await this.#requireAcceptable(call, room, request)
    return this.#store(call, room, request)
  }

  /** Before anything is stored. */
  async #requireAcceptable(
    call: IdempotentCall & { readonly caller: UserCaller },
    room: RoomDraft & { readonly id?: number },
    { message, path, model, attachments }: Pick<GenerationRequest, 'message' | 'path' | 'model' | 'attachments'>,
  ): Promise<void> {
    if (!this.options.isAllowedByKey(call.caller, room, model))
      throw new AppError('FORBIDDEN', { message: 'This API key cannot use the model or the character of this room' })
    if (this.options.running.isStopping || this.options.clockFault() !== undefined)
      throw new AppError('UNAVAILABLE', { part: 'model', retryAfterMs: modelRetryMs })
    // a retry gets the first answer
    const isRetry = async () => (await this.options.idempotency.earlier(call)) !== undefined
    await this.options.rooms.requireCharacter(call.caller, room, isRetry)
    if (path) await this.#requireFit(call, room, { message, path, model })
    if (attachments && !(await isRetry())) await this.options.messageFiles.requireRead(call.caller, room, attachments)
  }

  async #store(
    call: IdempotentCall & { readonly caller: UserCaller },
    begun: Room | UnstoredRoom,
    {
      message,
      model,
      searchAccess,
      imageId = null,
      attachments: ids,
      timeZone,
      regenerates,
      beginning,
    }: GenerationRequest,
  ) {
    const { caller } = call
    const { messageFiles } = this.options
    let made: { generation: Generation; room: Room } | undefined
    const { id, replayed } = await this.options.idempotency
      .once(call, async (db) => {
        const room = 'draft' in begun ? await begun.insert(db) : begun
        const { roomId } = room
        await this.options.allowance.admitMessage(db, { userId: caller.id, keyId: caller.key?.id, model, roomId })
        const generationId = (this.options.newId ?? randomUUID)()
        const target = {
          regeneratesIndex: regenerates?.index ?? null,
          regeneratesVersion: regenerates?.version ?? null,
          ...(beginning === undefined ? {} : { text: beginning, continuesFrom: beginning.length }),
        }
        const zone = { timeZone: timeZone ?? (await timeZoneOf(db, caller.id)) }
        // the account is locked, so that neither its personas nor that of its room change until the message is stored
        const sender = regenerates ? (regenerates.sender ?? null) : await senderInRoom(db, roomId, caller.id)
        const asked = { message, sender, model, searchAccess, imageId, attachments: regenerates?.attachments ?? null }
        const row = {
          id: generationId,
          ownerId: caller.id,
          keyId: caller.key?.id ?? null,
          roomId,
          ...asked,
          ...zone,
          ...target,
        }
        const generation = await this.options.store.insert(db, row)
        // after the insert, which locks the account: a deletion of both locks them in the same order
        const opened = await this.options.rooms.reopen(db, roomId)
        if (!opened) throw new AppError('NOT_FOUND')
        const attachments = ids ? await messageFiles.claim(db, room, { caller, ids }) : generation.attachments
        if (ids) await db.update(GenerationTable, { id: generationId }, { attachments })
        made = { room: opened, generation: { ...generation, attachments } }
        await this.options.rooms.recordChange(db, caller, { room, part: 'reply' })
        // an entry that is regenerated has its image already
        if (imageId !== null && !regenerates) await this.options.images.keepFor(db, room, { caller, imageId })
        return generationId
      })
      .catch((error: unknown) => {
        if (!isUniqueViolation(error, 'generations')) throw error
        throw new AppError('CONFLICT', { message: 'This room has a running generation' })
      })
    if (replayed || !made) return { generation: await this.require(caller, id), replayed }
    // without another check: once the generation is stored, nothing may prevent its run
    this.options.running.start(made.generation, made.room)
    return { generation: made.generation, replayed }
  }

  async #requireFit(
    call: IdempotentCall & { readonly caller: UserCaller },
    { kind }: RoomDraft,
    { message, path, model }: Required<Pick<GenerationRequest, 'message' | 'path' | 'model'>>,
  ): Promise<void> {
    const { modelList, exceededLength, idempotency } = this.options
    // as long as the documented bodies accept: those are answered by their generation
    if (message.length <= limits.inputDataLength) return
    const contextTokens = await modelList.contextFor(call.caller, model, kind)
    const limit = contextTokens === null ? undefined : exceededLength(message, contextTokens, model)
    // a retry gets the first answer: the context may have been another one then
    if (limit === undefined || (await idempotency.earlier(call)) !== undefined) return
    const most = limit.toLocaleString('en')
    const sentence = `The context of the model has room for about ${most} characters of this message`
    throw new AppError('BAD_USER_INPUT', { fields: [{ path, rule: 'max_length', limit, message: sentence }] })
  }

  /**
   * The first of the names, and then of the default of the kind, that the operator offers and the caller's membership
   * includes, else `Local`.
   */
  async offeredModel(caller: UserCaller, kind: Kind, names: readonly (string | null | undefined)[]): Promise<string> {
    const { models, defaultModels, isConfigured, allowance } = this.options
    const offered = [...names, defaultModels[kind]].flatMap((name) =>
      name && models.includes(name) && isConfigured(name) ? name : [],
    )
    const includes = offered.length === 0 ? () => false : await allowance.modelsOf(caller)
    return offered.find(includes) ?? defaultModel
  }

  /**
   * A generation of the caller (or any, for an administrator) with its text so far; null for unknown ones and those of
   * other accounts.
   */
  async find(caller: Caller, id: string, bytes?: ResultBytes): Promise<Generation | null> {
    const [generation] = await this.findAll(caller, [id], bytes)
    return generation ?? null
  }

  /** Those of the generations that `find` would find, in no order. */
  async findAll(caller: Caller, ids: readonly string[], bytes?: ResultBytes): Promise<readonly Generation[]> {
    const { running, store } = this.options
    const known = ids.filter((id) => patterns.uuid.test(id))
    if (caller.kind !== 'user' || known.length === 0) return []
    const before = new Map(known.map((id) => [id, running.find(id)]))
    const id = oneOf(known)
    // in the statement, so that the row of another account costs nothing that the caller can measure
    const where = caller.role === 'ADMIN' ? { id } : { id, ownerId: caller.id }
    const found = await store.findAll(where, bytes)
    return found.map((generation) => running.newest(generation, before.get(generation.id)))
  }

  async require(caller: Caller, id: string): Promise<Generation> {
    const generation = await this.find(caller, id)
    if (!generation) throw new AppError('NOT_FOUND')
    return generation
  }

  /** Of a visible generation; see RunningReplies. */
  queuePosition(generation: Run & Pick<Generation, 'status'>): Promise<QueuePosition> {
    return this.options.running.queuePosition(generation)
  }

  /** The generations of a room that the caller may use, newest first. */
  async list(room: Room, page: PageArgs): Promise<Connection<Generation>> {
    const { running, store } = this.options
    const { edges, nodes, pageInfo } = await store.list(room.roomId, pageRequest(page))
    return {
      edges: edges.map(({ cursor, node }) => ({ cursor, node: running.newest(node) })),
      nodes: nodes.map((node) => running.newest(node)),
      pageInfo,
    }
  }

  /** The active generations of rooms that the caller may use, in their order, null for none; for batching. */
  async active(roomIds: readonly string[], bytes?: ResultBytes): Promise<(Generation | null)[]> {
    const generations = await this.options.store.activeIn(roomIds, bytes)
    const byRoom = new Map(
      generations.map((generation) => [generation.roomId, this.options.running.newest(generation)]),
    )
    return roomIds.map((roomId) => byRoom.get(roomId) ?? null)
  }

  /** Ends a queued or running generation and keeps its text so far. An ended or sealed one stays unchanged. */
  async cancel(caller: Caller, id: string): Promise<Generation> {
    const generation = await this.require(caller, id)
    if (isFinal(generation.status)) return generation
    await this.#recordCancel(caller, generation)
    await this.options.running.cancel(generation)
    return this.require(caller, id)
  }

  /**
   * Removes the record of an ended generation of the caller before its retention ends; its entry stays. Does nothing without such a
   * generation, so that a call can be repeated. Throws CONFLICT while it is active.
   */
  async remove(caller: UserCaller, id: string): Promise<void> {
    if (!patterns.uuid.test(id)) return
    const roomId = await this.options.store.remove(id, caller.id)
    if (roomId !== null) this.options.running.wakeWatchers({ id, roomId })
  }

  async #recordCancel(caller: Caller, { id, ownerId, roomId }: Generation): Promise<void> {
    if (caller.kind === 'user' && caller.id === ownerId) return
    const target = { kind: 'GENERATION', id } as const
    await this.options.audit.recordNow(caller, { action: 'REPLY_CANCELLED', target, details: { ownerId, roomId } })
  }

  /**
   * The generation's events after the cursor `after`, then live until its final state; those of its thoughts only if they are
   * read, from their beginning. Throws UNAUTHENTICATED, NOT_FOUND for unknown generations and those of others, BAD_USER_INPUT
   * for an invalid cursor.
   */
  async watch(
    caller: Caller,
    id: string,
    { after, readsThoughts }: { readonly after: string | null | undefined; readonly readsThoughts: boolean },
  ): Promise<GenerationWatch> {
    if (caller.kind !== 'user') throw new AppError('UNAUTHENTICATED')
    await this.require(caller, id)
    const position = after ? readCursor(id, after) : undefined
    const broadcast = this.options.broadcasts.open(id)
    return new GenerationWatch({ broadcast, after: position, reader: String(caller.id), readsThoughts })
  }
}

/** A message without files is one without the field. */
function given(ids: readonly string[] | null | undefined): readonly string[] | undefined {
  return ids && ids.length > 0 ? ids : undefined
}

import type { ChatLogStore, LogEntry } from '@parley/chat-log-store'
import { AppError } from '@parley/runtime'
import type { Idempotency } from '../idempotency/idempotency.js'
import type { Images } from '../images/images.js'
import type { Rooms } from '../rooms/rooms.js'
import { knownTimeZone } from '../time-zone.js'
import type { UserCaller } from '../users/caller.js'
import type { GenerationRequest, Replies } from './replies.js'
import { unknownModel } from './offered-model.js'

interface EntryRequest {
  readonly roomId: string
  readonly index: number
  /** The version that the caller has read; not checked when unset. */
  readonly expectedVersion?: number | null | undefined
  readonly model?: string | null | undefined
  readonly idempotencyKey?: string | null | undefined
}

interface RegenerateRequest extends EntryRequest {
  /** Replaces the entry's message. */
  readonly inputData?: string | null | undefined
  readonly searchAccess: boolean
  /** Of the dates in the prompt; that of the account when unset. */
  readonly timeZone?: string | null | undefined
}

interface Operation {
  readonly name: 'regenerate' | 'continueReply'
  readonly request: (
    entry: LogEntry,
  ) => Pick<GenerationRequest, 'message' | 'path' | 'searchAccess' | 'beginning' | 'timeZone'>
  /** Of the models of the room and of the reply that the entry shows, in the order of preference. */
  readonly models: (ofRoom: string | null, ofReply: string | undefined) => readonly (string | null | undefined)[]
}

/** Generates replies for existing entries: another one, which becomes an alternative, or more of the one that is shown. */
export class Regenerations {
  constructor(
    private readonly options: {
      readonly replies: Replies
      readonly rooms: Rooms
      readonly chatLogs: ChatLogStore
      readonly idempotency: Idempotency
      readonly models: readonly string[]
      readonly images: Images
    },
  ) {}

  /**
   * Accepts a generation for an existing entry, with the history before that entry. Throws NOT_FOUND for a room that
   * the caller may not use, for a missing entry, and where a concurrent request with the key was refused; CONFLICT for
   * another version than `expectedVersion` and while the room has an active generation, BAD_USER_INPUT for an unknown
   * model and for a message that cannot fit it.
   */
  regenerate(caller: UserCaller, request: RegenerateRequest) {
    const { timeZone: named, ...asked } = request
    const { inputData, searchAccess } = asked
    // in its usual spelling
    const timeZone = named && knownTimeZone(named)
    return this.#begin(caller, asked, {
      name: 'regenerate',
      request: (entry) => ({ message: inputData ?? entry.inputData, path: ['inputData'], searchAccess, timeZone }),
      models: (ofRoom, ofReply) => [ofRoom, ofReply],
    })
  }

  /** Accepts a generation that goes on with the reply that an entry shows. Throws as `regenerate`. */
  continueReply(caller: UserCaller, request: EntryRequest) {
    return this.#begin(caller, request, {
      name: 'continueReply',
      request: ({ inputData, outputData }) => ({ message: inputData, searchAccess: false, beginning: outputData }),
      models: (ofRoom, ofReply) => [ofReply, ofRoom],
    })
  }

  async #begin(caller: UserCaller, { idempotencyKey, ...request }: EntryRequest, operation: Operation) {
    const { replies, rooms, chatLogs, idempotency, images, models } = this.options
    const room = await rooms.require(caller, request.roomId)
    const { index, expectedVersion } = request
    const body = { ...request, roomId: room.roomId }
    const call = { caller, operation: operation.name, key: idempotencyKey, body }
    // before the entry is read: the change made by the first call must not refuse its retry
    const earlierId = await idempotency.earlier(call)
    if (earlierId !== undefined) return { generation: await replies.require(caller, earlierId), replayed: true }
    const entry = await chatLogs.findEntry(rooms.logRoom(room), index)
    const isChanged = typeof expectedVersion === 'number' && expectedVersion !== entry?.version
    if (!entry || isChanged) {
      const changed = { message: 'The entry has been changed since it was read' }
      // an index is not used again, and a version does not return
      const id = await idempotency.refuse(call, entry ? new AppError('CONFLICT', changed) : new AppError('NOT_FOUND'))
      return { generation: await replies.require(caller, id), replayed: true }
    }
    const asked = request.model ?? undefined
    if (asked !== undefined && !models.includes(asked)) throw unknownModel(['model'])
    const named = operation.models(room.model, entry.shown.origin?.model)
    return replies.accept(call, room, {
      ...operation.request(entry),
      model: asked ?? (await replies.offeredModel(caller, room.kind, named)),
      imageId: images.idIn(entry.imgUrl),
      regenerates: entry,
    })
  }
}

import type { ChatLogStore } from '@parley/chat-log-store'
import { AppError } from '@parley/runtime'
import type { Idempotency } from '../idempotency/idempotency.js'
import type { Images } from '../images/images.js'
import type { Rooms } from '../rooms/rooms.js'
import { knownTimeZone } from '../time-zone.js'
import type { UserCaller } from '../users/caller.js'
import type { Replies } from './replies.js'
import { unknownModel } from './offered-model.js'

interface RegenerateRequest {
  readonly roomId: string
  readonly index: number
  /** The version that the caller has read; not checked when unset. */
  readonly expectedVersion?: number | null | undefined
  /** Replaces the entry's message. */
  readonly inputData?: string | null | undefined
  readonly model?: string | null | undefined
  readonly searchAccess: boolean
  /** Of the dates in the prompt; that of the account when unset. */
  readonly timeZone?: string | null | undefined
  readonly idempotencyKey?: string | null | undefined
}

/** Regenerates replies of existing entries: the text of such a generation becomes an alternative of its entry. */
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
   * model.
   */
  async regenerate(caller: UserCaller, { idempotencyKey, timeZone, ...request }: RegenerateRequest) {
    const { replies, rooms, chatLogs, idempotency, images, models } = this.options
    const room = await rooms.require(caller, request.roomId)
    const { index, inputData, expectedVersion, searchAccess } = request
    const call = { caller, operation: 'regenerate', key: idempotencyKey, body: { ...request, roomId: room.roomId } }
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
    const earlier = entry.shown.origin?.model
    const model = asked ?? (await replies.offeredModel(caller, [room.model, earlier]))
    return replies.accept(call, room, {
      message: inputData ?? entry.inputData,
      model,
      searchAccess,
      imageId: images.idIn(entry.imgUrl),
      // in its usual spelling
      timeZone: timeZone && knownTimeZone(timeZone),
      regenerates: entry,
    })
  }
}

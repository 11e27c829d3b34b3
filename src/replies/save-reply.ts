import type { ChatLogStore, LogEntry, LogRoomKey } from '@parley/chat-log-store'
import { AppError } from '@parley/runtime'
import type { Images } from '../images/images.js'
import type { RoomChanges } from '../rooms/room-changes.js'
import type { Room } from '../rooms/room.js'
import type { Rooms } from '../rooms/rooms.js'
import type { AttemptText, GenerationStore } from './generation-store.js'
import type { Generation } from './generation.js'

export interface SaveReplyOptions {
  readonly store: GenerationStore
  readonly chatLogs: ChatLogStore
  readonly rooms: Rooms
  readonly roomChanges: RoomChanges
  readonly images: Images
}

/** Writes the entry of a sealed generation and ends it. Idempotent. */
export async function saveReply(
  { store, chatLogs, rooms, roomChanges, images }: SaveReplyOptions,
  generation: Generation,
  room: Room,
): Promise<boolean> {
  const { imageId } = generation
  const imgUrl = images.urlOf({ imageId, imageUrl: null })
  const entry = await writeEntry(chatLogs, rooms.logRoom(room), { ...generation, imgUrl })
  if (!entry) {
    // the text stays readable, and a deleted entry is not restored
    const isCancelled = generation.cancelledAt !== null
    return isCancelled ? store.endSealed(generation, null) : store.fail(generation, 'ENTRY_GONE')
  }
  await rooms.addExchange(room, generation.message)
  const hasEnded = await store.endSealed(generation, entry.index)
  roomChanges.publish(room, { kind: 'entry', index: entry.index })
  return hasEnded
}

/**
 * Ends a generation that its owner cancels, with the entry of its text so far if there is any (contract: replies.5).
 * False when it has ended, its reply was complete before, or another instance cancels it. Idempotent.
 */
export async function cancelReply(
  options: SaveReplyOptions,
  { id }: Pick<Generation, 'id'>,
  room: Room,
  progress: AttemptText,
): Promise<boolean> {
  const cancelled = await options.store.cancel(id, progress)
  if (!cancelled) return false
  return cancelled.sealedAt === null || saveReply(options, cancelled, room)
}

/** The room of a generation; null when it was deleted. */
export function roomOf(
  rooms: Rooms,
  { ownerId, roomId }: Pick<Generation, 'ownerId' | 'roomId'>,
): Promise<Room | null> {
  return rooms.find({ kind: 'user', id: ownerId, role: 'USER' }, roomId)
}

/** The entry with the text; null when the entry to regenerate was deleted. */
async function writeEntry(
  chatLogs: ChatLogStore,
  room: LogRoomKey,
  {
    id,
    message,
    model,
    createdAt: askedAt,
    text,
    finishReason,
    thoughts,
    imgUrl,
    regeneratesIndex: index,
    regeneratesVersion,
  }: Generation & { imgUrl: string | null },
): Promise<LogEntry | null> {
  const end = finishReason === null ? {} : { finishReason }
  const origin = { generationId: id, model, askedAt, ...end }
  const content = { inputData: message, outputData: text, thoughts, origin }
  if (index === null) return (await chatLogs.append(room, { ...content, imgUrl, source: `generation:${id}` })).entry
  try {
    return await chatLogs.addReply(room, index, { ...content, seenVersion: regeneratesVersion ?? 1 })
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

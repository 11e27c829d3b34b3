import type { ChatLogStore, LogEntry, LogRoomKey } from '@parley/chat-log-store'
import { AppError } from '@parley/runtime'
import type { MessageFiles } from '../files/message-files.js'
import type { Images } from '../images/images.js'
import type { RoomChanges } from '../rooms/room-changes.js'
import type { Room } from '../rooms/room.js'
import type { Rooms } from '../rooms/rooms.js'
import type { AttemptText, GenerationStore } from './generation-store.js'
import { hasOwnText, type Generation, type GenerationErrorCode } from './generation.js'

export interface SaveReplyOptions {
  readonly store: GenerationStore
  readonly chatLogs: ChatLogStore
  readonly rooms: Rooms
  readonly roomChanges: RoomChanges
  readonly images: Images
  readonly messageFiles: Pick<MessageFiles, 'recordEntry'>
}

/** Writes the entry of a sealed generation and ends it. Idempotent. */
export async function saveReply(
  { store, chatLogs, rooms, roomChanges, images, messageFiles }: SaveReplyOptions,
  generation: Generation,
  room: Room,
): Promise<boolean> {
  const { imageId } = generation
  const imgUrl = images.urlOf({ imageId, imageUrl: null })
  const entry = await writeEntry(chatLogs, rooms.logRoom(room), { ...generation, imgUrl })
  if (typeof entry === 'string') {
    // the text stays readable, and a deleted or changed entry stays as it is
    const isCompleted = generation.cancelledAt === null && generation.errorCode === null
    return isCompleted ? store.fail(generation, entry) : store.endSealed(generation, null)
  }
  await rooms.touchByEntry(room, generation.message)
  if (generation.regeneratesIndex === null) await messageFiles.recordEntry(room, generation.attachments, entry.index)
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
  run: Pick<Generation, 'id' | 'continuesFrom'>,
  room: Room,
  progress: AttemptText,
): Promise<boolean> {
  const cancelled = await options.store.cancel(run, progress)
  if (!cancelled) return false
  return cancelled.sealedAt === null || saveReply(options, cancelled, room)
}

/** Ends a run that has failed. A continuation keeps its text so far in its entry. Idempotent. */
export async function failReply(
  options: SaveReplyOptions,
  { run, room, progress }: { readonly run: Generation; readonly room: Room; readonly progress: AttemptText },
  errorCode: GenerationErrorCode,
): Promise<boolean> {
  const { store } = options
  const end = { ...progress, errorCode, finishReason: 'OTHER' } as const
  if (run.continuesFrom === null || !hasOwnText({ ...run, ...end })) return store.fail(run, errorCode, progress)
  return (await store.seal(run, end)) && saveReply(options, { ...run, ...end }, room)
}

/** The room of a generation; null when it was deleted. */
export function roomOf(
  rooms: Rooms,
  { ownerId, roomId }: Pick<Generation, 'ownerId' | 'roomId'>,
): Promise<Room | null> {
  return rooms.find({ kind: 'user', id: ownerId, role: 'USER' }, roomId)
}

/** The entry with the text; why there is none when the entry to change was deleted, or changed during a continuation. */
async function writeEntry(
  chatLogs: ChatLogStore,
  room: LogRoomKey,
  {
    id,
    message,
    sender,
    attachments,
    model,
    createdAt: askedAt,
    text,
    finishReason,
    thoughts,
    thoughtsMs,
    sources,
    timeZone,
    continuesFrom,
    imgUrl,
    regeneratesIndex: index,
    regeneratesVersion,
  }: Generation & { imgUrl: string | null },
): Promise<LogEntry | 'ENTRY_GONE' | 'CONFLICT'> {
  const end = finishReason === null ? {} : { finishReason }
  const time = thoughts === null || thoughtsMs === null ? {} : { thoughtsMs }
  const origin = { generationId: id, model, askedAt, ...(timeZone === null ? {} : { timeZone }), ...end, ...time }
  const content = { inputData: message, outputData: text, thoughts, sources, origin }
  const written = {
    ...content,
    imgUrl,
    sender: sender ?? undefined,
    attachments: attachments ?? undefined,
    source: `generation:${id}`,
  }
  if (index === null) return (await chatLogs.append(room, written)).entry
  const reply = { ...content, seenVersion: regeneratesVersion ?? 1 }
  try {
    return continuesFrom === null
      ? await chatLogs.addReply(room, index, reply)
      : await chatLogs.continueReply(room, index, reply)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'NOT_FOUND') return 'ENTRY_GONE'
    if (error.code === 'CONFLICT') return error.code
    throw error
  }
}

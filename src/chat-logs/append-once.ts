import { AppError } from '../errors.js'
import type { ChatLogStore, LogEntry, LogRoomKey, NewLogEntry } from '../ports/chat-log-store/chat-log-store.js'

/**
 * Appends an entry, or gives the one that its source wrote before. Throws CONFLICT when that one says something else,
 * NOT_FOUND without the room.
 */
export async function appendOnce(
  store: ChatLogStore,
  room: LogRoomKey,
  entry: NewLogEntry,
): Promise<{ entry: LogEntry; appended: boolean }> {
  const outcome = await store.append(room, entry)
  if (!outcome.appended && !sameContent(outcome.entry, entry))
    throw new AppError('CONFLICT', { message: 'This idempotency key was used with another input' })
  return outcome
}

/** Whether a call with this source has written its entry in the room. */
export async function isWritten(store: ChatLogStore, room: LogRoomKey, source: string | undefined): Promise<boolean> {
  return source !== undefined && (await store.findBySource(room, source)) !== null
}

function sameContent(entry: LogEntry, content: NewLogEntry): boolean {
  return (
    entry.inputData === content.inputData && entry.outputData === content.outputData && entry.imgUrl === content.imgUrl
  )
}

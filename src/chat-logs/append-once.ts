import { AppError } from '../errors.js'
import type { Idempotency, IdempotentCall } from '../idempotency/idempotency.js'
import type { ChatLogStore, LogEntry, LogRoomKey, NewLogEntry } from '../ports/chat-log-store/chat-log-store.js'
import { idempotentSource } from './idempotent-source.js'

type Content = Omit<NewLogEntry, 'source'>

/** Appends entries, each once for its idempotency key: noted beside the accounts, and in the log store with the entry. */
export class AppendOnce {
  constructor(
    private readonly store: ChatLogStore,
    private readonly idempotency: Idempotency,
  ) {}

  /**
   * Appends an entry, or gives the one that the key's first call wrote, as it is now. Throws CONFLICT for a key that was used
   * with another input, NOT_FOUND without the room and when that entry has been deleted.
   */
  async append(
    call: IdempotentCall,
    room: LogRoomKey,
    content: Content,
  ): Promise<{ entry: LogEntry; appended: boolean }> {
    const source = idempotentSource(call.caller, call.key)
    if (source === undefined) return this.store.append(room, content)
    // a refusal uses no key up
    if (!(await this.store.hasRoom(room))) throw new AppError('NOT_FOUND')
    const { id, replayed } = await this.idempotency.once(call, () => Promise.resolve(room.id))
    // once it is written the note has its index: what stands there may be replaced since
    if (/^\d+$/.test(id)) return { entry: await this.#entryAt(room, Number(id)), appended: false }
    // a crash may have fallen between the note and the entry, or between the entry and its index
    const outcome = await this.store.append(room, { ...content, source })
    const isOther = !replayed && !outcome.appended && !sameContent(outcome.entry, content)
    // the note of its key is forgotten, and the entry is still there
    if (isOther) throw new AppError('CONFLICT', { message: 'This idempotency key was used with another input' })
    await this.idempotency.settle(call, String(outcome.entry.index))
    return outcome
  }

  /** Whether a call with this key has written its entry in the room. */
  async isWritten({ caller, key }: IdempotentCall, room: LogRoomKey): Promise<boolean> {
    const source = idempotentSource(caller, key)
    return source !== undefined && (await this.store.findBySource(room, source)) !== null
  }

  async #entryAt(room: LogRoomKey, index: number): Promise<LogEntry> {
    const entry = await this.store.findEntry(room, index)
    if (!entry) throw new AppError('NOT_FOUND')
    return entry
  }
}

function sameContent(entry: LogEntry, content: Content): boolean {
  return (
    entry.inputData === content.inputData && entry.outputData === content.outputData && entry.imgUrl === content.imgUrl
  )
}

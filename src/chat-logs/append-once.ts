import type { ChatLogStore, LogEntry, LogRoomKey, NewLogEntry } from '@parley/chat-log-store'
import { AppError } from '@parley/runtime'
import type { Idempotency, IdempotentCall } from '../idempotency/idempotency.js'
import { idempotentSource } from './idempotent-source.js'

type Content = Omit<NewLogEntry, 'source'>

/** Appends entries once per idempotency key, which is stored with the accounts, and in the log store with its entry. */
export class AppendOnce {
  constructor(
    private readonly store: ChatLogStore,
    private readonly idempotency: Idempotency,
  ) {}

  /**
   * Appends an entry, or returns the current state of the entry that the first call with the key wrote. Throws CONFLICT
   * for a key that was used with another input, NOT_FOUND without the room or after the entry was deleted.
   */
  async append(
    call: IdempotentCall,
    room: LogRoomKey,
    content: Content,
  ): Promise<{ entry: LogEntry; appended: boolean }> {
    const source = idempotentSource(call.caller, call.key)
    if (source === undefined) return this.store.append(room, content)
    // a refused request does not use up the key
    if (!(await this.store.hasRoom(room))) throw new AppError('NOT_FOUND')
    const { id, replayed } = await this.idempotency.once(call, () => Promise.resolve(room.id))
    // after the append the record contains the index, whose entry may have been replaced since
    if (/^\d+$/.test(id)) return { entry: await this.#entryAt(room, Number(id)), appended: false }
    // a crash may have happened between the record and the entry, or between the entry and its index
    const outcome = await this.store.append(room, { ...content, source })
    const isOther = !replayed && !outcome.appended && !sameContent(outcome.entry, content)
    // the record of the key has expired, but the entry still exists
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

import { AppError } from '../../src/errors.js'
import type {
  ChatLogStore,
  LogPage,
  LogRoomKey,
  LogRoomPage,
  NewLogEntry,
} from '../../src/ports/chat-log-store/chat-log-store.js'

/** A chat-log store like one behind a network: a call of it may fail before it did anything, or after. */
export class FailingChatLogs implements ChatLogStore {
  /** Fails every call. */
  isDown = false
  /** Calls begun. */
  calls = 0
  #failing: { readonly call: number; readonly when: 'before' | 'after' } | undefined
  #between: { readonly call: number; readonly act: () => Promise<unknown> } | undefined

  constructor(private readonly store: ChatLogStore) {}

  /** The n-th call from now on fails, alone; its answer is lost, or it never arrived. */
  failOnce(nth: number, when: 'before' | 'after'): void {
    this.#failing = { call: this.calls + nth, when }
  }

  /** When the n-th call from now on has been done, something else happens before its answer. */
  interruptOnce(nth: number, act: () => Promise<unknown>): void {
    this.#between = { call: this.calls + nth, act }
  }

  /** Fails no more. */
  heal(): void {
    this.isDown = false
    this.#failing = undefined
  }

  createRoom(room: LogRoomKey, source?: string) {
    return this.#call(() => this.store.createRoom(room, source))
  }

  append(room: LogRoomKey, entry: NewLogEntry) {
    return this.#call(() => this.store.append(room, entry))
  }

  findBySource(room: LogRoomKey, source: string) {
    return this.#call(() => this.store.findBySource(room, source))
  }

  page(room: LogRoomKey, page: LogPage) {
    return this.#call(() => this.store.page(room, page))
  }

  find(room: LogRoomKey, index: number) {
    return this.#call(() => this.store.find(room, index))
  }

  replace(room: LogRoomKey, index: number, entry: NewLogEntry, expectedVersion?: number) {
    return this.#call(() => this.store.replace(room, index, entry, expectedVersion))
  }

  remove(room: LogRoomKey, index: number) {
    return this.#call(() => this.store.remove(room, index))
  }

  hasRoom(room: LogRoomKey) {
    return this.#call(() => this.store.hasRoom(room))
  }

  rooms(page: LogRoomPage) {
    return this.#call(() => this.store.rooms(page))
  }

  deleteRoom(room: LogRoomKey) {
    return this.#call(() => this.store.deleteRoom(room))
  }

  deleteRoomsOf(userId: string) {
    return this.#call(() => this.store.deleteRoomsOf(userId))
  }

  ping() {
    return this.#call(() => this.store.ping())
  }

  async #call<T>(act: () => Promise<T>): Promise<T> {
    this.calls += 1
    const when = this.#failing?.call === this.calls ? this.#failing.when : undefined
    const between = this.#between?.call === this.calls ? this.#between.act : undefined
    if (this.isDown || when === 'before') throw away()
    const answer = await act()
    await between?.()
    if (when === 'after') throw away()
    return answer
  }
}

function away(): AppError {
  return new AppError('UNAVAILABLE', { part: 'store', message: 'The database cannot be reached' })
}

import { AppError } from '@parley/runtime'
import type { RoomEventBuffer } from '../rooms/room-event-buffer.js'

export interface FollowerOptions<Name> {
  /** Opened before the first read, so that no change is missed in between. */
  readonly buffer: RoomEventBuffer<Name>
  /** Called once, when the client has left or there are no more events. */
  readonly onOver: () => void
}

/**
 * The events of one client. It keeps the client's state; at each wake-up it reads the stores and publishes the
 * difference. So lost bus messages do no harm, and all changes during a slow send cost one read. Not an async
 * generator, because `return()` must end a waiting `next()`.
 */
export abstract class StoreFollower<Event, Name> implements AsyncIterableIterator<Event, undefined> {
  /** Events of the last read that are not published yet. */
  protected unpublished: readonly Event[] = []
  readonly #options: FollowerOptions<Name>
  #mustRead = true
  #isOver = false

  constructor(options: FollowerOptions<Name>) {
    this.#options = options
  }

  async next(): Promise<IteratorResult<Event, undefined>> {
    try {
      const event = await this.#advance()
      if (event === undefined || this.isLast(event)) await this.return()
      return event === undefined ? { done: true, value: undefined } : { done: false, value: event }
    } catch (error) {
      await this.return()
      throw error
    }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    if (!this.#isOver) this.#options.onOver()
    this.#isOver = true
    await this.#options.buffer.end()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** Resolves when changes by other instances arrive too: the first read must not be earlier. */
  active(): Promise<void> {
    return this.#options.buffer.active()
  }

  /** Throws UNAVAILABLE when a store cannot be reached. */
  protected async readNow(): Promise<void> {
    this.#mustRead = false
    // unpublished events are discarded and computed again from a new read
    this.unpublished = await this.read()
  }

  /** Reads the stores; returns the events that bring the client to their state. */
  protected abstract read(): Promise<readonly Event[]>

  /** Changes the state of the client. */
  protected abstract publish(event: Event): void

  protected abstract isLast(event: Event): boolean

  async #advance(): Promise<Event | undefined> {
    const { buffer } = this.#options
    while (!this.#isEnded()) {
      // also with unpublished events: they may be outdated, or the client may have lost access
      const mustRead = buffer.hasChanges || this.#mustRead
      const hasRead = !mustRead || (await this.#readAgain())
      const [event, ...left] = hasRead ? this.unpublished : []
      if (event !== undefined && !this.#isEnded()) {
        this.unpublished = left
        this.publish(event)
        return event
      }
      await buffer.wait()
      this.#mustRead = true
    }
    return undefined
  }

  // a method, since it may end during an await
  #isEnded(): boolean {
    return this.#isOver || this.#options.buffer.isOver
  }

  async #readAgain(): Promise<boolean> {
    try {
      await this.readNow()
      return true
    } catch (error) {
      const isStoreAway = error instanceof AppError && error.code === 'UNAVAILABLE' && error.part === 'store'
      if (!isStoreAway) throw error
      // the client keeps its state; the next successful read publishes the changes
      return false
    }
  }
}

import { setImmediate } from 'node:timers/promises'
import { isJsonObject, parsedJson } from '../json.js'
import type { Subscription } from '../ports/event-bus/event-bus.js'
import type { RoomChange } from './room-changes.js'

/** The coalesced changes of a room since the last read. */
interface UnreadChanges<Name> {
  readonly names: readonly Name[]
  /** Some changes were dropped: any entry may have changed or been deleted. */
  readonly isIncomplete: boolean
  /** At least one change concerns the log. */
  readonly isOfLog: boolean
}

const namesKept = 20

/** Coalesces unread room events into one read. `Name`: what events name, such as the index of an entry. */
export class RoomEventBuffer<Name> {
  readonly #names = new Set<Name>()
  #isIncomplete = false
  #isOfLog = false
  #hasChanges = false
  #isOver = false
  #wake: (() => void) | undefined

  constructor(
    private readonly subscriptions: readonly Subscription[],
    private readonly nameOf: (item: unknown) => Name | undefined,
  ) {}

  /** Reads the subscriptions until `end`, or until the bus closes one of them. */
  static open<Name>(
    subscriptions: readonly Subscription[],
    nameOf: (item: unknown) => Name | undefined,
  ): RoomEventBuffer<Name> {
    const buffer = new RoomEventBuffer(subscriptions, nameOf)
    for (const subscription of subscriptions) void buffer.#read(subscription)
    return buffer
  }

  get hasChanges(): boolean {
    return this.#hasChanges
  }

  /** Resolves when changes by other instances arrive too; never rejects. */
  async active(): Promise<void> {
    for (const { active } of this.subscriptions) await active
  }

  /** No further change will arrive. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Empties the buffer. Call it before the read, so that a change during the read stays unread. */
  drain(): UnreadChanges<Name> {
    const changes = { names: [...this.#names], isIncomplete: this.#isIncomplete, isOfLog: this.#isOfLog }
    this.#names.clear()
    this.#isIncomplete = false
    this.#isOfLog = false
    this.#hasChanges = false
    return changes
  }

  /** Resolves at a change, at the end, and after `ms` milliseconds. Only one caller may wait at a time. */
  async wait(ms: number): Promise<void> {
    if (this.#hasChanges || this.#isOver) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      timer.unref()
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#wake = undefined
    // changes published in the same tick belong to one read
    await setImmediate()
  }

  /** Wakes the waiting caller at once. */
  async end(): Promise<void> {
    this.#isOver = true
    this.#wake?.()
    for (const subscription of this.subscriptions) await subscription.return()
  }

  async #read(subscription: Subscription): Promise<void> {
    for await (const item of subscription) {
      if (item.kind === 'message') this.#record(item.message)
      else this.#isIncomplete = true
      this.#hasChanges = true
      this.#wake?.()
    }
    await this.end()
  }

  #record(message: string): void {
    const item = parsedJson(message)
    this.#isIncomplete ||= item === undefined
    this.#isOfLog ||= !isOfOthers(item)
    const name = this.nameOf(item)
    if (name === undefined) return
    if (this.#names.size < namesKept) this.#names.add(name)
    else this.#isIncomplete ||= !this.#names.has(name)
  }
}

const kindsOfOthers: readonly unknown[] = ['generation', 'character', 'room'] satisfies (
  RoomChange['kind'] | 'character'
)[]

function isOfOthers(item: unknown): boolean {
  return isJsonObject(item) && kindsOfOthers.includes(item['kind'])
}

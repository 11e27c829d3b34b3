import { isJsonObject } from '@parley/runtime'
import type { RoomChange } from './room-changes.js'
import type { RoomTopic, TopicItem, TopicListener } from './room-topic.js'

/** The coalesced changes of a room since the last read. */
interface UnreadChanges<Name> {
  readonly names: readonly Name[]
  /** Some changes were dropped: any entry may have changed or been deleted. */
  readonly isIncomplete: boolean
  /** At least one change concerns the log. */
  readonly isOfLog: boolean
  /** The number of the last change; Infinity before the first, when only a new read is new enough. */
  readonly change: number
}

const namesKept = 20

/** Coalesces unread room events into one read. `Name`: what events name, such as the index of an entry. */
export class RoomEventBuffer<Name> implements TopicListener {
  readonly #names = new Set<Name>()
  readonly #leave: readonly (() => Promise<void>)[]
  #change = Infinity
  #isIncomplete = false
  #isOfLog = false
  #hasChanges = false
  #isOver = false
  #wake: (() => void) | undefined

  /** Listens to the topics until `end`, or until one of them ends. */
  constructor(
    private readonly topics: readonly RoomTopic[],
    private readonly nameOf: (item: unknown) => Name | undefined,
  ) {
    this.#leave = topics.map((topic) => topic.join(this))
  }

  get hasChanges(): boolean {
    return this.#hasChanges
  }

  /** Resolves when changes by other instances arrive too; never rejects. */
  async active(): Promise<void> {
    for (const { active } of this.topics) await active
  }

  /** No further change will arrive. */
  get isOver(): boolean {
    return this.#isOver
  }

  receive(items: readonly TopicItem[], change: number): void {
    this.#change = change
    for (const item of items) {
      if (item.kind === 'message') this.#record(item.message)
      else this.#isIncomplete ||= item.kind === 'lagged'
    }
    this.#hasChanges = true
    this.#wake?.()
  }

  /** Empties the buffer. Call it before the read, so that a change during the read stays unread. */
  drain(): UnreadChanges<Name> {
    const isOfLog = this.#isOfLog
    const changes = { names: [...this.#names], isIncomplete: this.#isIncomplete, isOfLog, change: this.#change }
    this.#names.clear()
    this.#isIncomplete = false
    this.#isOfLog = false
    this.#hasChanges = false
    return changes
  }

  /** Resolves at a change, at a tick and at the end. Only one caller may wait at a time. */
  async wait(): Promise<void> {
    if (this.#hasChanges || this.#isOver) return
    await new Promise<void>((resolve) => (this.#wake = resolve))
    this.#wake = undefined
  }

  /** Wakes the waiting caller at once. */
  async end(): Promise<void> {
    this.#isOver = true
    this.#wake?.()
    for (const leave of this.#leave) await leave()
  }

  #record(item: unknown): void {
    this.#isIncomplete ||= item === undefined
    this.#isOfLog ||= !isOfOthers(item)
    const name = this.nameOf(item)
    if (name === undefined) return
    if (this.#names.size < namesKept) this.#names.add(name)
    else this.#isIncomplete ||= !this.#names.has(name)
  }
}

const kindsOfOthers: readonly unknown[] = ['generation', 'character', 'persona', 'room'] satisfies (
  | RoomChange['kind']
  | 'character'
  | 'persona'
)[]

function isOfOthers(item: unknown): boolean {
  return isJsonObject(item) && kindsOfOthers.includes(item['kind'])
}

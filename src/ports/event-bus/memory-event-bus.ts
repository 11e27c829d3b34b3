import { BoundedSubscription } from './bounded-subscription.js'
import type { BusMessage, EventBus, SubscribeOptions } from './event-bus.js'

const defaultLimit = 256

/** The bus of a single process. It loses only messages that a slow subscriber has not read. */
export class MemoryEventBus implements EventBus {
  readonly #topics = new Map<string, Set<BoundedSubscription>>()
  #isClosed = false

  /** `watch` is called when a topic gets its first subscriber and when it loses its last one. */
  constructor(private readonly watch?: { opened: (topic: string) => void; emptied: (topic: string) => void }) {}

  /** The topics with subscribers. */
  get topics(): readonly string[] {
    return [...this.#topics.keys()]
  }

  publish(topic: string, message: BusMessage): void {
    for (const subscription of this.#topics.get(topic) ?? []) subscription.push(message)
  }

  /** Makes the subscribers of a topic read the store. */
  lag(topic: string): void {
    for (const subscription of this.#topics.get(topic) ?? []) subscription.lag()
  }

  subscribe(topic: string, { limit = defaultLimit }: SubscribeOptions = {}): BoundedSubscription {
    const subscription = new BoundedSubscription(limit, () => this.#remove(topic, subscription))
    const watching = this.#topics.get(topic) ?? new Set()
    this.#topics.set(topic, watching.add(subscription))
    if (this.#isClosed) subscription.end()
    else if (watching.size === 1) this.watch?.opened(topic)
    return subscription
  }

  close(): Promise<void> {
    this.#isClosed = true
    for (const watching of [...this.#topics.values()]) for (const subscription of [...watching]) subscription.end()
    return Promise.resolve()
  }

  #remove(topic: string, subscription: BoundedSubscription): void {
    const watching = this.#topics.get(topic)
    watching?.delete(subscription)
    if (watching?.size !== 0) return
    this.#topics.delete(topic)
    if (!this.#isClosed) this.watch?.emptied(topic)
  }
}

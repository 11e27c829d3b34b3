import { BoundedSubscription } from './bounded-subscription.js'
import type { EventBus, SubscribeOptions, Subscription } from './event-bus.js'

const defaultLimit = 256

/** The bus of a single process. It loses only messages that a slow subscriber has not read. */
export class MemoryEventBus implements EventBus {
  private readonly topics = new Map<string, Set<BoundedSubscription>>()
  private isClosed = false

  /** Topics with subscribers. */
  get topicCount(): number {
    return this.topics.size
  }

  publish(topic: string, message: string): void {
    for (const subscription of this.topics.get(topic) ?? []) subscription.push(message)
  }

  subscribe(topic: string, { limit = defaultLimit }: SubscribeOptions = {}): Subscription {
    const subscription = new BoundedSubscription(limit, () => this.remove(topic, subscription))
    const watching = this.topics.get(topic) ?? new Set()
    this.topics.set(topic, watching.add(subscription))
    if (this.isClosed) subscription.end()
    return subscription
  }

  close(): void {
    this.isClosed = true
    for (const watching of [...this.topics.values()]) for (const subscription of [...watching]) subscription.end()
  }

  private remove(topic: string, subscription: BoundedSubscription): void {
    const watching = this.topics.get(topic)
    watching?.delete(subscription)
    if (watching?.size === 0) this.topics.delete(topic)
  }
}

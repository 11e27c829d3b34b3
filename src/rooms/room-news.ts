import type { EventBus, Subscription } from '../ports/event-bus/event-bus.js'

/** What has happened in a room. Only a hint: it may be lost or doubled, and whoever reads it looks at the stores. */
export type RoomNewsItem =
  /** An entry was appended or is another one now. */
  | { readonly kind: 'entry'; readonly index: number }
  | { readonly kind: 'entry deleted'; readonly index: number }
  /** Every entry from this index on is gone. */
  | { readonly kind: 'log cut'; readonly from: number }
  /** A generation was accepted, has started, or has ended. Its text is told on a topic of its own. */
  | { readonly kind: 'generation'; readonly generationId: string }
  | { readonly kind: 'room deleted' }

/** Tells who watches a room that something has happened in it, after it has. */
export class RoomNews {
  constructor(private readonly bus: EventBus) {}

  /** `roomId`: the UUID. Never throws. */
  tell(roomId: string, item: RoomNewsItem): void {
    this.bus.publish(topicOf(roomId), JSON.stringify(item))
  }

  /** Its messages are RoomNewsItems as JSON. Registered when the call returns. */
  listen(roomId: string): Subscription {
    return this.bus.subscribe(topicOf(roomId))
  }
}

function topicOf(roomId: string): string {
  return `room:${roomId}`
}

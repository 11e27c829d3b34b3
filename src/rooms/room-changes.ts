import type { EventBus } from '../ports/event-bus/event-bus.js'
import { RoomEventBuffer } from './room-event-buffer.js'
import type { Room } from './room.js'

/** What has happened in a room. Only a hint: it may be lost or doubled, and its reader reads the stores. */
export type RoomChange =
  /** An entry was appended or is another one now. */
  | { readonly kind: 'entry'; readonly index: number }
  | { readonly kind: 'entry deleted'; readonly index: number }
  /** Every entry from this index on is gone. */
  | { readonly kind: 'log cut'; readonly from: number }
  /** A generation was accepted, has started, has ended or is gone. Its text has a topic of its own. */
  | { readonly kind: 'generation'; readonly generationId?: string }
  | { readonly kind: 'room deleted' }

/** Notifies the followers of a room after something has happened in it. */
export class RoomChanges {
  constructor(private readonly bus: EventBus) {}

  /** `roomId`: the UUID. Never throws. */
  publish(roomId: string, item: RoomChange): void {
    this.bus.publish(topicOf(roomId), JSON.stringify(item))
  }

  /** A character has changed, which any number of rooms may have. Never throws. */
  publishCharacterChange(characterId: number): void {
    this.bus.publish(characterTopicOf(characterId), JSON.stringify({ kind: 'character' }))
  }

  /** The events from now on; registered when the call returns. `end` it. */
  listen({ roomId, characterId }: Pick<Room, 'roomId' | 'characterId'>): RoomEventBuffer {
    const topics = [topicOf(roomId), ...(characterId === null ? [] : [characterTopicOf(characterId)])]
    return RoomEventBuffer.open(topics.map((topic) => this.bus.subscribe(topic)))
  }
}

function topicOf(roomId: string): string {
  return `room:${roomId}`
}

function characterTopicOf(characterId: number): string {
  return `character:${String(characterId)}`
}

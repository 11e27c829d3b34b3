import type { EventBus } from '../ports/event-bus/event-bus.js'
import { RoomEventBuffer } from './room-event-buffer.js'
import type { Room } from './room.js'

/** A change in a room. Only a hint: it may be lost or duplicated, and its receiver reads the stores. */
export type RoomChange =
  /** An entry was appended or changed. */
  | { readonly kind: 'entry'; readonly index: number }
  | { readonly kind: 'entry deleted'; readonly index: number }
  /** Every entry from this index on was removed. */
  | { readonly kind: 'log cut'; readonly from: number }
  /** A generation was accepted, has started, has ended or was deleted. Its text has its own topic. */
  | { readonly kind: 'generation'; readonly generationId?: string }
  | { readonly kind: 'room deleted' }

/** Notifies the followers of a room of a change in it. */
export class RoomChanges {
  constructor(private readonly bus: EventBus) {}

  /** `roomId`: the UUID. Never throws. */
  publish(roomId: string, item: RoomChange): void {
    this.bus.publish(topicOf(roomId), JSON.stringify(item))
  }

  /** Publishes a change of a character, which may have any number of rooms. Never throws. */
  publishCharacterChange(characterId: number): void {
    this.bus.publish(characterTopicOf(characterId), JSON.stringify({ kind: 'character' }))
  }

  /** Subscribes to the events from now on; active when the call returns. The caller must call `end`. */
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

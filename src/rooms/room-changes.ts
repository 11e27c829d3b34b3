import { isJsonObject } from '@parley/runtime'
import type { EventBus } from '../ports/event-bus/event-bus.js'
import { RoomEventBuffer } from './room-event-buffer.js'
import { RoomTopic } from './room-topic.js'
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
  /** The room was created, or a field of it has changed and not its log. */
  | { readonly kind: 'room' }
  | { readonly kind: 'room deleted' }

/** The room of a change. `ownerId`: the account whose list has the room, if the change concerns the list. */
export interface ChangedRoom {
  readonly roomId: string
  readonly ownerId?: number | null | undefined
}

/** Notifies the followers of a room of a change in it. */
export class RoomChanges {
  /** The topics that have listeners in this process. */
  readonly #topics = new Map<string, RoomTopic>()
  #newest = 0

  constructor(private readonly bus: EventBus) {}

  /** The number of the newest change that a listener was notified of. */
  get newest(): number {
    return this.#newest
  }

  /** Notifies the followers of the room, and those of its owner's list. Never throws. */
  publish({ roomId, ownerId }: ChangedRoom, item: RoomChange): void {
    this.bus.publish(topicOf(roomId), item)
    if (typeof ownerId !== 'number') return
    this.bus.publish(listTopicOf(ownerId), { roomId, isDeleted: item.kind === 'room deleted' })
  }

  /** Publishes a change of a character, which may have any number of rooms. Never throws. */
  publishCharacterChange(characterId: number): void {
    this.bus.publish(characterTopicOf(characterId), { kind: 'character' })
  }

  /** Publishes a change of a persona of an account, which any number of its rooms may have. Never throws. */
  publishPersonaChange(ownerId: number): void {
    this.bus.publish(personasTopicOf(ownerId), { kind: 'persona' })
  }

  /**
   * Subscribes to the events from now on; active when the call returns. The caller must call `end`. Every `tickMs`
   * milliseconds the buffer has changes, since other instances may write without a message.
   */
  listen(
    { roomId, characterId, ownerId }: Pick<Room, 'roomId' | 'characterId' | 'ownerId'>,
    tickMs: number,
  ): RoomEventBuffer<number> {
    const ofCharacter = characterId === null ? [] : [this.#topic(characterTopicOf(characterId))]
    const ofPersonas = ownerId === null ? [] : [this.#topic(personasTopicOf(ownerId))]
    return new RoomEventBuffer([this.#topic(topicOf(roomId), tickMs), ...ofCharacter, ...ofPersonas], (item) =>
      isJsonObject(item) && typeof item['index'] === 'number' ? item['index'] : undefined,
    )
  }

  /** As `listen`, for the rooms of an account. A name is the UUID of a room, of a deleted one after a minus sign. */
  listenToList(ownerId: number, tickMs: number): RoomEventBuffer<string> {
    return new RoomEventBuffer([this.#topic(listTopicOf(ownerId), tickMs)], (item) => {
      if (!isJsonObject(item) || typeof item['roomId'] !== 'string') return undefined
      return item['isDeleted'] === true ? `-${item['roomId']}` : item['roomId']
    })
  }

  /** The caller must join it at once. */
  #topic(name: string, tickMs?: number): RoomTopic {
    const known = this.#topics.get(name)
    if (known) return known
    const topic = new RoomTopic({
      subscription: this.bus.subscribe(name),
      tickMs,
      nextChange: () => (this.#newest += 1),
      onOver: () => this.#topics.delete(name),
    })
    this.#topics.set(name, topic)
    return topic
  }
}

function topicOf(roomId: string): string {
  return `room:${roomId}`
}

function listTopicOf(ownerId: number): string {
  return `rooms:${String(ownerId)}`
}

function personasTopicOf(ownerId: number): string {
  return `personas:${String(ownerId)}`
}

function characterTopicOf(characterId: number): string {
  return `character:${String(characterId)}`
}

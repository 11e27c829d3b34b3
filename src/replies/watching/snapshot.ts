import { positionOf, writeCursor, type Position } from './cursor.js'
import { isFinal, type Generation, type GenerationEvent } from '../generation.js'
import { notWaiting, type QueuePosition } from '../queue-position.js'

/** The state of a generation, from the memory of the instance that runs it, else from the store. */
export type Snapshot = QueuePosition &
  Pick<Generation, 'id' | 'roomId' | 'status' | 'attempt' | 'text' | 'finishReason' | 'errorCode' | 'entryIndex'>

export function snapshotOf(generation: Generation): Snapshot {
  return { ...generation, ...notWaiting }
}

/** The cursor of a client that has received all of the generation so far. */
export function cursorOf({ id, attempt, text, status }: Pick<Snapshot, 'id' | 'attempt' | 'text' | 'status'>): string {
  return writeCursor(id, { attempt, offset: text.length }, isFinal(status))
}

/**
 * The event that brings a client from `seen` to the snapshot: the rest of the text, or all of it from offset 0 when the
 * client has an earlier attempt. A client that has more than the snapshot keeps it while the generation goes on: the
 * instance that runs it is ahead of the store, or the next attempt follows. At the end it receives what is stored.
 */
export function eventSince(seen: Position | undefined, snapshot: Snapshot): GenerationEvent {
  const { attempt, text, status } = snapshot
  const continues = seen?.attempt === attempt && seen.offset <= text.length
  if (continues) return eventOf(snapshot, seen, text.slice(seen.offset))
  const isAhead = seen !== undefined && seen.attempt >= attempt
  if (isAhead && !isFinal(status)) return eventOf(snapshot, seen, '')
  return eventOf(snapshot, { attempt, offset: 0 }, text)
}

export function eventOf(
  snapshot: Omit<Snapshot, 'attempt' | 'text'>,
  { attempt, offset }: Position,
  delta: string,
): GenerationEvent {
  return {
    generationId: snapshot.id,
    roomId: snapshot.roomId,
    attempt,
    offset,
    delta,
    cursor: writeCursor(snapshot.id, { attempt, offset: offset + delta.length }, isFinal(snapshot.status)),
    status: snapshot.status,
    position: snapshot.position,
    queueReason: snapshot.queueReason,
    estimatedStartAt: snapshot.estimatedStartAt,
    finishReason: snapshot.finishReason,
    errorCode: snapshot.errorCode,
    entryIndex: snapshot.entryIndex,
  }
}

/**
 * The last event of a generation that was deleted while it was watched: nothing is removed from the text or added to
 * it.
 */
export function ended(seen: GenerationEvent): GenerationEvent {
  const end = { status: 'CANCELLED', finishReason: 'CANCELLED', errorCode: null, entryIndex: null } as const
  return eventOf({ ...end, ...notWaiting, id: seen.generationId, roomId: seen.roomId }, positionOf(seen), '')
}

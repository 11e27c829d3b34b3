import { positionOf, writeCursor, type Position } from './cursor.js'
import { isFinal, type Generation, type GenerationEvent } from '../generation.js'
import { notWaiting, type QueuePosition } from '../queue-position.js'

/** The state of a generation, from the memory of the instance that runs it, else from the store. */
export type Snapshot = QueuePosition &
  Pick<
    Generation,
    | 'id'
    | 'roomId'
    | 'status'
    | 'attempt'
    | 'text'
    | 'thoughts'
    | 'thoughtsMs'
    | 'webSearch'
    | 'sources'
    | 'finishReason'
    | 'errorCode'
    | 'entryIndex'
  >

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
 * instance that runs it is ahead of the store, or the next attempt follows. At the end it receives what is stored. The same
 * holds for the thoughts, which only some clients read.
 */
export function eventSince(seen: Position | undefined, snapshot: Snapshot, readsThoughts: boolean): GenerationEvent {
  const { attempt, text, thoughts, status } = snapshot
  const isOver = isFinal(status)
  const own = seen?.attempt === attempt ? seen : undefined
  const thoughtsOffset = seen?.thoughts ?? 0
  const hasThoughts = readsThoughts && (thoughts !== null || thoughtsOffset > 0)
  if (seen && seen.attempt > attempt && !isOver) {
    const kept = { attempt: seen.attempt, offset: seen.offset, delta: '' }
    return eventOf(snapshot, kept, hasThoughts ? { offset: thoughtsOffset, delta: '' } : undefined)
  }
  const added = { attempt, ...rest(text, own?.offset, isOver) }
  const thought = hasThoughts ? rest(thoughts ?? '', own && thoughtsOffset, isOver) : undefined
  return eventOf(snapshot, added, thought)
}

interface Added {
  readonly offset: number
  readonly delta: string
}

/** What a client that knows so much of a text lacks; it keeps what it has beyond a text that is not final. */
function rest(text: string, known: number | undefined, isOver: boolean): Added {
  if (known === undefined || (known > text.length && isOver)) return { offset: 0, delta: text }
  return { offset: known, delta: text.slice(known) }
}

function eventOf(
  snapshot: Omit<Snapshot, 'attempt' | 'text' | 'thoughts' | 'sources'>,
  { attempt, offset, delta }: Added & Pick<Snapshot, 'attempt'>,
  thoughts: Added | undefined,
): GenerationEvent {
  return {
    generationId: snapshot.id,
    roomId: snapshot.roomId,
    attempt,
    offset,
    delta,
    thoughtsOffset: thoughts?.offset ?? null,
    thoughtsDelta: thoughts?.delta ?? null,
    thoughtsMs: snapshot.thoughtsMs,
    cursor: writeCursor(snapshot.id, { attempt, offset: offset + delta.length }, isFinal(snapshot.status)),
    status: snapshot.status,
    webSearch: snapshot.webSearch,
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
  const { attempt, offset, thoughts } = positionOf(seen)
  const nothing = seen.thoughtsOffset === null ? undefined : { offset: thoughts, delta: '' }
  return eventOf(
    {
      ...{ ...end, ...notWaiting, webSearch: seen.webSearch, thoughtsMs: seen.thoughtsMs },
      ...{ id: seen.generationId, roomId: seen.roomId },
    },
    { attempt, offset, delta: '' },
    nothing,
  )
}

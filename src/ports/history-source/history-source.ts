import type { Turn } from '../reply-generator/reply-generator.js'
import type { Kind } from '../../kinds.js'

/** The most turns that a source returns. */
export const mostHistoryTurns = 10

/** A chat-log room, as a caller of the AI services identifies it. */
export interface HistoryRoom {
  readonly userId: string
  /** UUID, in any case, with or without hyphens. */
  readonly id: string
}

/** The source of a worker's history, since a worker opens no store (contract: ai-workers.6). */
export interface HistorySource {
  /**
   * The newest turns of a room, at most 10, oldest first. History is optional: a failure is logged and returns no
   * turns, and an aborted `signal` returns none. Never rejects.
   */
  load(kind: Kind, room: HistoryRoom, signal: AbortSignal): Promise<readonly Turn[]>
}

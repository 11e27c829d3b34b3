import type { Turn } from '../reply-generator/reply-generator.js'
import type { Kind } from '../../kinds.js'

/** A chat-log room as a caller of the AI services names it. */
export interface HistoryRoom {
  readonly userId: string
  /** UUID, in any case, with or without hyphens. */
  readonly id: string
}

/** The source of a worker's history: a worker opens no store (contract: ai-workers.6). */
export interface HistorySource {
  /**
   * The newest turns of a room, at most 10, oldest first. History is optional: any failure is a line in the log and no
   * turns, and so is `signal`. Never rejects.
   */
  load(kind: Kind, room: HistoryRoom, signal: AbortSignal): Promise<readonly Turn[]>
}

import { foreignCursor } from '@parley/runtime'
import type { GenerationEvent } from '../generation.js'

/** How far a client has read a generation: an attempt, and an offset in UTF-16 code units. */
export interface Position {
  readonly attempt: number
  readonly offset: number
  /** The offset in the thoughts of the attempt, which no cursor has; 0 when unset. */
  readonly thoughts?: number
}

/** The position of a client that has received this event. */
export function positionOf({
  attempt,
  offset,
  delta,
  thoughtsOffset,
  thoughtsDelta,
}: Pick<GenerationEvent, 'attempt' | 'offset' | 'delta' | 'thoughtsOffset' | 'thoughtsDelta'>): Required<Position> {
  const thoughts = (thoughtsOffset ?? 0) + (thoughtsDelta?.length ?? 0)
  return { attempt, offset: offset + delta.length, thoughts }
}

const endMark = 'end'

/**
 * Opaque to clients. Bound to its generation, so that the cursor of another one is refused. The cursor of the final
 * event differs from that of the last text, because a client with only the text still lacks the end.
 */
export function writeCursor(generationId: string, { attempt, offset }: Position, isEnd = false): string {
  const parts = [generationId.slice(0, 8), attempt, offset, ...(isEnd ? [endMark] : [])]
  return Buffer.from(parts.join('.')).toString('base64url')
}

/** Throws BAD_USER_INPUT for a cursor that this server did not issue for this generation. */
export function readCursor(generationId: string, cursor: string): Position {
  const [owner, attempt = '', offset = '', end, ...rest] = Buffer.from(cursor, 'base64url')
    .toString('latin1')
    .split('.')
  const position = { attempt: Number(attempt), offset: Number(offset) }
  const issued =
    owner === generationId.slice(0, 8) &&
    rest.length === 0 &&
    /^[1-9]\d{0,5}$/.test(attempt) &&
    /^\d{1,9}$/.test(offset) &&
    (end === undefined || end === endMark) &&
    writeCursor(generationId, position, end === endMark) === cursor
  if (issued) return position
  throw foreignCursor('Not a cursor of this generation')
}

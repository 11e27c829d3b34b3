import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

export interface Pace {
  /** Aborted as soon as nobody reads any more. */
  readonly gone: AbortSignal
  /** A reader that takes nothing for so long is cut off, in milliseconds; 60,000 when unset. */
  readonly patienceMs?: number
}

/**
 * Writes a piece of an answer at once, and resolves when there is room for the next one or nobody reads any more: what is made
 * meanwhile waits with its maker, so a reader that stops costs no more than that. Never rejects.
 */
export async function writePaced(
  response: ServerResponse,
  piece: string,
  { gone, patienceMs = 60_000 }: Pace,
): Promise<void> {
  if (gone.aborted || response.write(piece)) return
  // one that waits behind another answer of its connection has no socket, and its reader is not to blame
  const patience = setTimeout(() => response.socket?.destroy(), patienceMs)
  await once(response, 'drain', { signal: gone }).catch(() => undefined)
  clearTimeout(patience)
}

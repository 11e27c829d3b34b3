import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/**
 * Writes a piece of an answer, and resolves when there is room for the next one or the reader has disconnected. The
 * producer waits meanwhile, so a stalled reader costs at most one piece. Never rejects. `UnsentBytes` disconnects
 * readers that accept nothing.
 * @param gone aborted when the client disconnects.
 */
export async function writePaced(response: ServerResponse, piece: string, gone: AbortSignal): Promise<void> {
  if (gone.aborted || response.write(piece)) return
  await once(response, 'drain', { signal: gone }).catch(() => undefined)
}

import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/**
 * Writes a piece of an answer, and resolves when there is room for the next one or the reader has disconnected. The
 * producer waits meanwhile, so a stalled reader costs at most one piece. Never rejects. `UnsentBytes` disconnects
 * readers that accept nothing.
 * @param disconnected aborted when the client disconnects.
 */
export async function writeWithBackpressure(
  response: ServerResponse,
  piece: string,
  disconnected: AbortSignal,
): Promise<void> {
  if (disconnected.aborted || response.write(piece)) return
  await once(response, 'drain', { signal: disconnected }).catch(() => undefined)
}

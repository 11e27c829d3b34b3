import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { written } from './send.js'

/**
 * Writes a piece of an answer, and resolves when there is room for the next one or the reader has disconnected. The
 * producer waits meanwhile, so a stalled reader costs at most one piece, of which only the bytes are kept. Never rejects.
 * `UnsentBytes` disconnects readers that accept nothing.
 * @param disconnected aborted when the client disconnects.
 */
export function writeWithBackpressure(
  response: ServerResponse,
  piece: string,
  disconnected: AbortSignal,
): Promise<void> {
  const hasRoom = disconnected.aborted || response.write(written(piece))
  return hasRoom ? Promise.resolve() : drained(response, disconnected)
}

async function drained(response: ServerResponse, disconnected: AbortSignal): Promise<void> {
  await Promise.allSettled([once(response, 'drain', { signal: disconnected })])
}

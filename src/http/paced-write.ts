import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/**
 * Writes a piece of an answer at once, and resolves when there is room for the next one or the reader is gone: what is made
 * meanwhile waits with its maker, so a reader that stops costs no more than that. Never rejects. `UnsentBytes` disconnects
 * readers that accept nothing.
 * @param gone aborted as soon as no client reads any more.
 */
export async function writePaced(response: ServerResponse, piece: string, gone: AbortSignal): Promise<void> {
  if (gone.aborted || response.write(piece)) return
  await once(response, 'drain', { signal: gone }).catch(() => undefined)
}

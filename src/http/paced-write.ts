import { once } from 'node:events'
import type { Response } from 'express'

/** A reader that takes nothing for so long is cut off. */
const patienceMs = 60_000

/**
 * Writes a piece of an answer at once and resolves when there is room for the next one, or `gone` is aborted: what is made
 * meanwhile waits with its maker, so a reader that stops costs no more than that. Never rejects.
 */
export async function writePaced(response: Response, piece: string, gone: AbortSignal): Promise<void> {
  if (gone.aborted || response.write(piece)) return
  const cut = () => response.socket?.destroy()
  const patience = setTimeout(cut, patienceMs)
  await once(response, 'drain', { signal: gone }).catch(() => undefined)
  clearTimeout(patience)
}

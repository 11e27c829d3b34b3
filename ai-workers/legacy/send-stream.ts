import type { Response } from 'express'
import { streamHeaders, writeWithBackpressure } from '@parley/edge'

/** Sends each piece as soon as it is available, the head with the first: an earlier error has a status of its own. */
export async function sendStream(
  response: Response,
  pieces: AsyncIterable<string>,
  { type, disconnected }: { type: string; disconnected: AbortSignal },
): Promise<void> {
  for await (const piece of pieces) {
    if (!response.headersSent) begin(response, type)
    await writeWithBackpressure(response, piece, disconnected)
  }
  if (disconnected.aborted) return
  if (!response.headersSent) begin(response, type)
  response.end()
}

function begin(response: Response, type: string): void {
  const sent = { 'Content-Type': type, ...streamHeaders }
  // by Node's own method: Express would add a charset to every text type
  for (const [name, value] of Object.entries(sent)) response.setHeader(name, value)
}

import type { ServerResponse } from 'node:http'
import { streamHeaders, writeWithBackpressure } from '@parley/edge'

/**
 * Sends an answer of the SDK at the pace of its client, and returns when it is sent. A client that disconnects, or that `UnsentBytes`
 * disconnects, ends the stream.
 */
export async function sendResponse(
  response: ServerResponse,
  answer: Response,
  disconnected: AbortSignal,
): Promise<void> {
  for (const [name, value] of answer.headers) response.setHeader(name, value)
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  if (isStream) for (const [name, value] of Object.entries(streamHeaders)) response.setHeader(name, value)
  else response.setHeader('Cache-Control', 'no-store')
  response.statusCode = answer.status
  if (isStream) response.flushHeaders()
  if (answer.body) await writeBody(response, answer.body.pipeThrough(new TextDecoderStream()), disconnected)
  response.end()
}

async function writeBody(
  response: ServerResponse,
  body: ReadableStream<string>,
  disconnected: AbortSignal,
): Promise<void> {
  const reader = body.getReader()
  const end = () => void reader.cancel().catch(() => undefined)
  disconnected.addEventListener('abort', end, { once: true })
  for (let piece = await reader.read(); !piece.done; piece = await reader.read())
    await writeWithBackpressure(response, piece.value, disconnected)
}

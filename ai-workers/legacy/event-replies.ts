import type { Express, RequestHandler } from 'express'
import { disconnectSignal, mountPath } from '@parley/edge'
import { kinds, type Kind } from '../../src/kinds.js'
import type { EarlierServices } from './earlier-services.js'
import { roomJob, twoAtOnce } from './room-job.js'
import { sendStream } from './send-stream.js'
import { streamedReply, type ReplyPiece } from './streamed-reply.js'

/** `POST /office_sse` and `/character_sse` of line 1.3: an event for each piece of the reply, and one for its end. */
export function mountEventReplies(app: Express, services: EarlierServices): void {
  for (const kind of kinds) mountPath(app, `/${kind}_sse`, { post: eventReply(kind, services) })
}

function eventReply(kind: Kind, services: EarlierServices): RequestHandler {
  return async (request, response) => {
    const disconnected = disconnectSignal(response)
    const job = await roomJob(kind, { request, disconnected, services }, twoAtOnce)
    const pieces = streamedReply({ generator: services.generators[kind], job, disconnected })
    await sendStream(response, eventsOf(pieces), { type: 'text/event-stream', disconnected })
  }
}

/**
 * One server-sent event per piece: the lines of a piece become lines of `data`, which the client joins again. A
 * carriage return at the end of a piece is held back: the next piece may begin with the other half of the line break.
 */
async function* eventsOf(pieces: AsyncIterable<ReplyPiece>): AsyncGenerator<string, void, undefined> {
  let held = ''
  for await (const { text, isFailure } of pieces) {
    if (isFailure && held !== '') yield eventOf(held)
    const whole = isFailure ? text : held + text
    held = !isFailure && whole.endsWith('\r') ? '\r' : ''
    const ready = whole.slice(0, whole.length - held.length)
    if (ready !== '') yield eventOf(ready)
  }
  if (held !== '') yield eventOf(held)
}

function eventOf(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`)
  return `${lines.join('')}\n`
}

import type { Express, RequestHandler } from 'express'
import { mountPath } from '../../src/http/paths.js'
import { disconnectSignal } from '../../src/http/load/on-close.js'
import { kinds } from '../../src/kinds.js'
import type { Kind } from '../../src/kinds.js'
import { wholeReply } from '../routes/whole-reply.js'
import type { EarlierServices } from './earlier-services.js'
import { failureMessage } from './failure-message.js'
import { roomJob } from './room-job.js'

/** `POST /office_stream` and `/character_stream` of lines 1.3 and 1.4: JSON (contract: earlier-ai-lines.7). */
export function mountJsonReplies(app: Express, services: EarlierServices): void {
  for (const kind of kinds) mountPath(app, `/${kind}_stream`, { post: jsonReply(kind, services) })
}

/**
 * One reply as `{"response": ...}`. 422 for the body, 400 for a prompt that cannot fit, 500 after the timeout, 503 when
 * the worker accepts no job; any other failure is answered as text. When the client disconnects, the generation is
 * cancelled.
 */
function jsonReply(kind: Kind, services: EarlierServices): RequestHandler {
  return async (request, response) => {
    const disconnected = disconnectSignal(response)
    const job = await roomJob(kind, { request, disconnected, services })
    const reply = await wholeReply({
      generator: services.generators[kind],
      job,
      disconnected,
      sentenceOf: failureMessage,
    })
    if (reply !== undefined) response.json({ response: reply })
  }
}

import type { Express, RequestHandler } from 'express'
import { mountPath } from '../../src/http/paths.js'
import { goneSignal } from '../../src/http/load/when-over.js'
import { kinds } from '../../src/kinds.js'
import type { Kind } from '../../src/kinds.js'
import type { EarlierServices } from './earlier-services.js'
import { eventsOf } from './event-text.js'
import { roomJob } from './room-job.js'
import { sendStream } from './send-stream.js'
import { streamedReply } from './streamed-reply.js'

/** `POST /office_sse` and `POST /character_sse` of line 1.3: an event per piece of the reply, and the end of the stream. */
export function mountEventReplies(app: Express, services: EarlierServices): void {
  for (const kind of kinds) mountPath(app, `/${kind}_sse`, { post: eventReply(kind, services) })
}

function eventReply(kind: Kind, services: EarlierServices): RequestHandler {
  return async (request, response) => {
    const gone = goneSignal(response)
    const job = await roomJob(kind, { request, gone, services })
    const pieces = streamedReply({ generator: services.generators[kind], job, gone })
    await sendStream(response, eventsOf(pieces), { type: 'text/event-stream', gone })
  }
}

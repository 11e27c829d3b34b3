import type { Express, Request, RequestHandler } from 'express'
import { disconnectSignal, mountPath, refusals } from '@parley/edge'
import { kinds, type Kind } from '../../src/kinds.js'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { routeSampling } from '../routes/route-sampling.js'
import { wholeReply } from '../routes/whole-reply.js'
import type { EarlierServices } from './earlier-services.js'
import { failureMessage } from './failure-message.js'
import { roomJob, twoAtOnce } from './room-job.js'

interface JsonReply {
  readonly jobOf: (request: Request, disconnected: AbortSignal) => Promise<ReplyJob>
  readonly bodyOf: (reply: string) => unknown
}

/** `POST /office_stream` and `/character_stream` of lines 1.3 and 1.4: JSON (contract: earlier-ai-lines.7). */
export function mountJsonReplies(app: Express, services: EarlierServices): void {
  for (const kind of kinds) {
    const reply = jsonReply(kind, services, {
      jobOf: (request, disconnected) => roomJob(kind, { request, disconnected, services }, twoAtOnce),
      bodyOf: (response) => ({ response }),
    })
    mountPath(app, `/${kind}_stream`, { post: reply })
  }
}

/** `POST /office/{model}` and `/character/{model}` of lines 1.5 and 1.6: a JSON string (contract: earlier-ai-lines.10). */
export function mountModelReplies(app: Express, services: EarlierServices): void {
  for (const kind of kinds) {
    const reply = jsonReply(kind, services, {
      jobOf: async (request, disconnected) => {
        const model = String(request.params['model'])
        const job = await roomJob(kind, { request, disconnected, services }, { model, ...routeSampling(kind, model) })
        if (ofTextStreams.includes(model)) throw refusals.invalidModel()
        return job
      },
      bodyOf: (response) => response,
    })
    mountPath(app, `/${kind}/:model`, { post: reply })
  }
}

/** The worker has these models, and no line names them in a path. */
const ofTextStreams: readonly string[] = ['Korean', 'Roleplay']

/**
 * One reply in one piece. 422 for the body, 400 for an unknown model and a prompt that cannot fit, 500 after the
 * timeout, 503 when the worker accepts no job; any other failure is answered as text. When the client disconnects, the
 * generation is cancelled.
 */
function jsonReply(kind: Kind, { generators }: EarlierServices, { jobOf, bodyOf }: JsonReply): RequestHandler {
  return async (request, response) => {
    const disconnected = disconnectSignal(response)
    const job = await jobOf(request, disconnected)
    const reply = await wholeReply({ generator: generators[kind], job, disconnected, sentenceOf: failureMessage })
    if (reply !== undefined) response.json(bodyOf(reply))
  }
}

import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import { goneSignal } from '../../src/http/when-over.js'
import type { ReplyGenerator, WorkerKind } from '../../src/ports/reply-generator/reply-generator.js'
import type { HistorySource } from '../../src/ports/history-source/history-source.js'
import { retrySentence } from '../retry-sentence.js'
import { readReplyRequest } from './reply-request.js'
import { wholeReply } from './whole-reply.js'

export interface ReplyRouteOptions {
  readonly kind: WorkerKind
  readonly generator: ReplyGenerator
  /** Unset: every reply is a first one. */
  readonly history?: HistorySource | undefined
  /** The word that the path stands for; unset: the path's `:model`. */
  readonly model?: string
  /** Milliseconds from acceptance, queueing included. */
  readonly timeoutMs: number
  readonly clock: () => number
}

/**
 * `POST /Local` and its aliases: one reply as a JSON string (contract 001, Latest line). 422 for the body, 400 for an unknown
 * model and a prompt that cannot fit, 500 after the timeout, 503 when the worker takes nothing; any other failure of the
 * model is the fixed sentence. A caller that goes away cancels.
 */
export function replyRoute(options: ReplyRouteOptions): RequestHandler {
  const { kind, generator, timeoutMs, clock } = options
  return async (request, response) => {
    const deadline = clock() + timeoutMs
    const gone = goneSignal(response)
    const { room, ...asked } = await readReplyRequest(kind, request)
    const model = options.model ?? String(request.params['model'])
    const history = (room && (await options.history?.load(kind, room, gone))) ?? []
    const job = { ...asked, id: randomUUID(), kind, model, history, deadline }
    const reply = await wholeReply({ generator, job, gone, sentenceOf: () => retrySentence })
    if (reply !== undefined) response.json(reply)
  }
}

import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import { disconnectSignal, refusals } from '@parley/edge'
import { steadyTime } from '@parley/runtime'
import type { ReplyGenerator } from '../../src/ports/reply-generator/reply-generator.js'
import type { Kind } from '../../src/kinds.js'
import { type HistorySource, mostHistoryTurns } from '../../src/ports/history-source/history-source.js'
import { hostedMessage, type FailedReply } from './job-refusals.js'
import { readReplyRequest } from './reply-request.js'
import { routeSampling } from './route-sampling.js'
import { wholeReply } from './whole-reply.js'

/**
 * `POST /Local` and its aliases: one reply as a JSON string (contract: ai-workers.1). 422 for the body, 400 for an
 * unknown model and a prompt that cannot fit, 500 after the timeout, 503 when the worker accepts no job. The failure of
 * a hosted model is answered as text, any other failure of a model with the fixed sentence. When the client
 * disconnects, the generation is cancelled.
 */
export function replyRoute(options: {
  readonly kind: Kind
  readonly generator: ReplyGenerator
  /** Unset: every reply has no history. */
  readonly history?: HistorySource | undefined
  /** The model of the path, or the models that its `:model` may name. */
  readonly model: string | readonly string[]
  /** Milliseconds from acceptance, queueing included. */
  readonly timeoutMs: number
}): RequestHandler {
  const { kind, generator, timeoutMs } = options
  return async (request, response) => {
    const acceptedAt = steadyTime()
    const disconnected = disconnectSignal(response)
    const { room, ...body } = await readReplyRequest(kind, request)
    const model = modelOf(request, options.model)
    const history = (room && (await options.history?.load(kind, room, disconnected))) ?? []
    const hasEarlierTurns = history.length === mostHistoryTurns
    const read = { ...body, history, hasEarlierTurns, ...routeSampling(kind, model) }
    const job = { ...read, id: randomUUID(), kind, model, acceptedAt, deadline: acceptedAt + timeoutMs }
    const reply = await wholeReply({ generator, job, disconnected, sentenceOf })
    if (reply !== undefined) response.json(reply)
  }
}

function modelOf({ params }: Request, model: string | readonly string[]): string {
  if (typeof model === 'string') return model
  const named = model.find((one) => one === params['model'])
  if (named === undefined) throw refusals.invalidModel()
  return named
}

function sentenceOf({ reason, message }: FailedReply): string {
  return reason === 'hosted_failed' ? hostedMessage(message) : retrySentence
}

/** The fixed reply of the JSON routes when both tries failed (contract: ai-workers.14). Never stored as a log entry. */
const retrySentence = 'Sorry, the reply could not be generated. Please try again in a moment.'

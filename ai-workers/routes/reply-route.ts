import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import { AppError } from '../../src/errors.js'
import { faultsOfIssues } from '../../src/http/faults.js'
import { refusals } from '../../src/http/http-error.js'
import { readJsonBody } from '../../src/http/json-body.js'
import type {
  ReplyEnd,
  ReplyFailure,
  ReplyGenerator,
  ReplyJob,
  WorkerKind,
} from '../../src/ports/reply-generator/reply-generator.js'
import type { HistorySource } from '../../src/ports/history-source/history-source.js'
import { retrySentence } from '../retry-sentence.js'
import { replyBodies } from './reply-request.js'
import type { ReplyRequest } from './reply-request.js'

export interface ReplyRouteOptions {
  readonly kind: WorkerKind
  readonly generator: ReplyGenerator
  /** Unset: every reply is a first one. */
  readonly history?: HistorySource | undefined
  /** The model that the path stands for, or those that its `:model` may name. */
  readonly model: string | readonly string[]
  /** Milliseconds from acceptance, queueing included. */
  readonly timeoutMs: number
  readonly clock: () => number
}

const retryAfterMs = 5_000
/** How a reply begins that tells of a hosted model's failure (decisions 8). */
const hostedMarker = 'Hosted API error: '

/**
 * `POST /Local` and its aliases: one reply as a JSON string (contract 001, Latest line). 422 for the body, 400 for an unknown
 * model and a prompt that cannot fit, 500 after the timeout, 503 when the worker takes nothing; the failure of a hosted model
 * is a text that says so, any other failure of a model the fixed sentence. A caller that goes away cancels.
 */
export function replyRoute(options: ReplyRouteOptions): RequestHandler {
  const { kind, generator, timeoutMs, clock } = options
  return async (request, response) => {
    const deadline = clock() + timeoutMs
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const { room, ...asked } = await readReplyRequest(kind, request)
    const model = modelOf(request, options.model)
    const history = (room && (await options.history?.load(kind, room, gone.signal))) ?? []
    const reply = await collect(generator, { ...asked, id: randomUUID(), kind, model, history, deadline }, gone.signal)
    if (reply !== undefined) response.json(reply)
  }
}

function modelOf({ params }: Request, model: string | readonly string[]): string {
  if (typeof model === 'string') return model
  const named = model.find((one) => one === params['model'])
  if (named === undefined) throw refusals.invalidModel()
  return named
}

async function readReplyRequest(kind: WorkerKind, request: Request): Promise<ReplyRequest> {
  const parsed = replyBodies[kind].safeParse(await readJsonBody(request), { reportInput: true })
  if (!parsed.success) throw refusals.invalid(faultsOfIssues(parsed.error.issues, (path) => ['body', ...path]))
  return parsed.data
}

/** The whole reply; undefined when the caller is gone. Only the text of the last attempt counts. */
async function collect(generator: ReplyGenerator, job: ReplyJob, gone: AbortSignal): Promise<string | undefined> {
  let text = ''
  try {
    for await (const progress of generator.generate(job, gone)) {
      if (progress.kind === 'delta') text = text.slice(0, progress.offset) + progress.delta
      if (progress.kind === 'end') return textOf(progress, text)
    }
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'BAD_USER_INPUT') throw refusals.invalidModel()
    if (error.code === 'UNAVAILABLE')
      throw new AppError('UNAVAILABLE', { part: 'model', retryAfterMs: error.retryAfterMs ?? retryAfterMs })
    throw error
  }
}

function textOf(end: ReplyEnd, text: string): string {
  if (end.outcome === 'completed') return text
  const failure = refusedFailures[end.reason]
  if (failure) throw failure()
  if (end.reason === 'hosted_failed') return `${hostedMarker}${end.message ?? 'no answer'}`
  return retrySentence
}

const refusedFailures: Partial<Record<ReplyFailure, () => Error>> = {
  timed_out: refusals.modelTimeout,
  prompt_too_long: refusals.promptTooLong,
}

import { refusals } from '@parley/edge'
import { AppError, modelRetryMs } from '@parley/runtime'
import type { ReplyEnd, ReplyFailure } from '../../src/ports/reply-generator/reply-generator.js'

export type FailedReply = Extract<ReplyEnd, { outcome: 'failed' }>

/** The text in place of a reply that a hosted model failed to give (contract: ai-workers.15). */
export const hostedMessage = (message = 'no answer') => `Hosted API error: ${message}`

/** The error to answer when `generate` rejects: 400 for an unknown model, 503 with a time to wait. */
export function refusalOfJob(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code === 'BAD_USER_INPUT') return refusals.invalidModel()
  if (error.code !== 'UNAVAILABLE') return error
  return new AppError('UNAVAILABLE', { part: 'model', retryAfterMs: error.retryAfterMs ?? modelRetryMs })
}

/** The error of a failure with a status of its own (contract: ai-workers.16); undefined for one answered as text. */
export function refusalOfReply({ reason }: FailedReply): Error | undefined {
  return refusedFailures[reason]?.()
}

const refusedFailures: Partial<Record<ReplyFailure, () => Error>> = {
  timed_out: refusals.modelTimeout,
  prompt_too_long: refusals.promptTooLong,
}

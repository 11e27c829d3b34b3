import { restErrors } from '@parley/edge'
import { AppError } from '@parley/runtime'
import type { ReplyGenerator, ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { refusalOfJob, refusalOfReply } from '../routes/job-refusals.js'
import { failureMessage } from './failure-message.js'

export interface ReplyPiece {
  readonly text: string
  /** True for the text of a failure, which is not part of the reply. */
  readonly isFailure: boolean
}

/**
 * A reply while it is generated. A failure with its own status is thrown before the first text, and is the last piece
 * afterwards; any other failure is always a piece. Ends without a piece when the caller has disconnected.
 * @throws HttpError and AppError with the documented answers.
 */
export async function* streamedReply({
  generator,
  job,
  disconnected,
}: {
  readonly generator: ReplyGenerator
  readonly job: ReplyJob
  /** Aborted by the caller to cancel. */
  readonly disconnected: AbortSignal
}): AsyncGenerator<ReplyPiece, void, undefined> {
  let hasText = false
  try {
    for await (const progress of generator.generate(job, disconnected)) {
      if (progress.kind === 'delta') {
        hasText = true
        yield { text: progress.delta, isFailure: false }
      }
      if (progress.kind !== 'end' || progress.outcome === 'completed') continue
      const refusal = hasText ? undefined : refusalOfReply(progress)
      if (refusal) throw refusal
      yield { text: failureMessage(progress), isFailure: true }
    }
  } catch (error) {
    if (!hasText || !(error instanceof AppError)) throw refusalOfJob(withoutModel(error))
    yield { text: `Error: ${restErrors.unavailable.detail}`, isFailure: true }
  }
}

/** The paths of earlier lines name no model: a worker without their model cannot answer yet. */
function withoutModel(error: unknown): unknown {
  const isMissing = error instanceof AppError && error.code === 'BAD_USER_INPUT'
  return isMissing ? new AppError('UNAVAILABLE', { part: 'model' }) : error
}

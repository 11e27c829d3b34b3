import type { ReplyGenerator, ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { refusalOfJob, refusalOfReply, type FailedReply } from './job-refusals.js'

/**
 * A reply in one piece; undefined when the caller has disconnected. Only the text of the last attempt counts.
 * @throws HttpError and AppError with the documented answers.
 */
export async function wholeReply({
  generator,
  job,
  disconnected,
  sentenceOf,
}: {
  readonly generator: ReplyGenerator
  readonly job: ReplyJob
  /** Aborted by the caller to cancel. */
  readonly disconnected: AbortSignal
  /** The text in place of a failed reply, for failures without their own status. */
  readonly sentenceOf: (failed: FailedReply) => string
}): Promise<string | undefined> {
  let text = ''
  try {
    for await (const progress of generator.generate(job, disconnected)) {
      if (progress.kind === 'delta') text = text.slice(0, progress.offset) + progress.delta
      if (progress.kind !== 'end') continue
      if (progress.outcome === 'completed') return text
      const refusal = refusalOfReply(progress)
      if (refusal) throw refusal
      return sentenceOf(progress)
    }
    return undefined
  } catch (error) {
    throw refusalOfJob(error)
  }
}

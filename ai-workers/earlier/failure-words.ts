import { restErrors } from '../../src/http/rest-errors.js'
import type { FailedReply } from '../routes/refused-job.js'

const reasons = {
  timed_out: restErrors.modelTimeout.detail,
  prompt_too_long: restErrors.promptTooLong.detail,
  generation_failed: 'The reply could not be generated',
} as const

/** The error marker of lines 1.1 to 1.5 and a sentence of ours: a failed reply is a text there (decisions 8, Failures as text). */
export function failureWords({ reason, message = 'The hosted model gave no reply' }: FailedReply): string {
  return reason === 'hosted_failed' ? `Hosted API error: ${message}` : `Error: ${reasons[reason]}`
}

import { restErrors } from '@parley/edge'
import { hostedMessage, type FailedReply } from '../routes/job-refusals.js'

const reasons = {
  timed_out: restErrors.modelTimeout.detail,
  prompt_too_long: restErrors.promptTooLong.detail,
  generation_failed: 'The reply could not be generated',
} as const

/** The error marker of lines 1.1 to 1.6, which report a failed reply as text (contract: earlier-ai-lines.11). */
export function failureMessage({ reason, message }: FailedReply): string {
  return reason === 'hosted_failed' ? hostedMessage(message) : `Error: ${reasons[reason]}`
}

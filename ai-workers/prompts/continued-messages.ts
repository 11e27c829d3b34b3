import { messagesOf, type PromptMessage } from '@parley/engine'
import type { BackendJob } from '../backends/backend.js'
import { buildPrompt } from './build-prompt.js'

/** Asks a model that cannot go on with its own message to do so in words. */
export const continuationRequest =
  'Your last reply is not complete. Continue it from the exact character where it ends, in the same language and form. ' +
  'Write only what follows: do not repeat it, and add no introduction or comment.'

/** The messages of a job for a model that only answers users: the reply that it continues is followed by a request. */
export function spokenMessages(job: BackendJob, now: number): PromptMessage[] {
  const messages = messagesOf(buildPrompt(job, { now, references: job.references ?? '' }))
  return job.beginning === undefined ? messages : [...messages, { role: 'user', text: continuationRequest }]
}

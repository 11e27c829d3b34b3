import type { PromptMessage } from '@parley/engine'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'

/**
 * Where a prompt has the greeting of a character: as the first message of the conversation, which the assistant has
 * written, or in the system text for a template that lets the user begin; nowhere if it does not fit.
 */
export type GreetingPlace = 'turn' | 'system' | 'nowhere'

/** Ends the examples: without it, the greeting would follow a message of the assistant. */
const start: PromptMessage = { role: 'system', text: 'The conversation begins.' }

type GreetingJob = ReplyJob & { readonly greetingPlace?: GreetingPlace }

/** A conversation whose beginning was left out has no greeting any more, like any other of its first messages. */
export function greetingMessages(
  { character, hasEarlierTurns, greetingPlace = 'turn' }: GreetingJob,
  hasExamples: boolean,
): readonly PromptMessage[] {
  if (greetingPlace !== 'turn' || hasEarlierTurns || !character?.greeting) return []
  return [...(hasExamples ? [start] : []), { role: 'assistant', text: character.greeting }]
}

/** Whether the greeting is a message of its prompt, as far as the whole history fits. */
export const hasGreetingTurn = (job: GreetingJob): boolean => !job.completion && greetingMessages(job, false).length > 0

/** The job without the greeting, where that is a message which does not leave with the oldest turn; otherwise undefined. */
export function withoutGreeting<Job extends GreetingJob>(job: Job): Job | undefined {
  const isAlone = job.kind === 'character' && job.history.length === 0 && !job.completion?.messages
  return isAlone && greetingMessages(job, false).length > 0 ? { ...job, greetingPlace: 'nowhere' } : undefined
}

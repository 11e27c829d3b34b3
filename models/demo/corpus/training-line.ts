import { messagesOf } from '@parley/engine'
import { buildPrompt } from '../../../ai-workers/prompts/build-prompt.js'
import type { Dialogue, Skill } from './dialogue.js'

/** A line of a corpus file, as training/ reads it: the messages exactly as in the prompt, with the reply last. */
export interface TrainingLine {
  readonly skill: Skill
  readonly messages: readonly {
    readonly role: 'system' | 'user' | 'assistant'
    readonly text: string
    /** Whether the model is trained to generate it. */
    readonly learned: boolean
  }[]
}

export function trainingLine({ skill, question, reply, learned }: Dialogue): TrainingLine {
  const prompt = buildPrompt({ ...queueless, ...question }, question)
  const earlier = messagesOf(prompt).map(({ role, text }, index) => ({
    role,
    text,
    // the system text comes first, then the exchanges
    learned: role === 'assistant' && (learned[index / 2 - 1] ?? false),
  }))
  return { skill, messages: [...earlier, { role: 'assistant', text: reply, learned: true }] }
}

/** The prompt does not depend on these. */
const queueless = { id: '', model: 'Local', searchAccess: false, deadline: Infinity, greetingPlace: 'system' } as const

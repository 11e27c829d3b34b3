import type { ReplyJob } from '../../../src/ports/reply-generator/reply-generator.js'
import type { PromptMoment } from '../../../ai-workers/prompts/build-prompt.js'

/** The skills with held-out questions, in the order of the score table. */
export const gradedSkills = [
  'name',
  'context',
  'date',
  'reference',
  'user-name',
  'user-fact',
  'greeting',
  'smalltalk',
  'limits',
] as const
/** The skills that dialogues teach and held-out dialogues test; scores are per skill. */
export const skills = [...gradedSkills, 'echo'] as const
export type Skill = (typeof skills)[number]

/** Selects names, facts and phrasings: the two parts have none in common. */
export type Part = 'training' | 'held-out'

/** The input of a worker: a job without the fields of the queue, and the date of the prompt. */
export type Question = Pick<ReplyJob, 'kind' | 'message' | 'history' | 'character' | 'instructions'> & PromptMoment

/** A conversation; `reply` answers its last message. */
export interface Dialogue {
  readonly skill: Skill
  readonly question: Question
  readonly reply: string
  /** For each earlier reply, oldest first, whether the model should learn it too. */
  readonly learned: readonly boolean[]
  /** The texts that a correct reply contains, in any case: at least one of every row. */
  readonly expected: readonly (readonly string[])[]
}

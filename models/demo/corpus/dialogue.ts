import type { ReplyJob } from '../../../src/ports/reply-generator/reply-generator.js'
import type { PromptMoment } from '../../../ai-workers/prompts/build-prompt.js'

/** The skills with held-out questions, in the order in which scores are told. */
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
/** What a dialogue teaches, and what a held-out one asks; the scores are by skill. */
export const skills = [...gradedSkills, 'echo'] as const
export type Skill = (typeof skills)[number]

/** Which of the names, facts and phrasings are drawn: the two parts have none in common. */
export type Part = 'training' | 'held-out'

/** What a worker is asked: a job without what only a queue needs, and the moment of the prompt. */
export type Question = Pick<ReplyJob, 'kind' | 'message' | 'history' | 'character' | 'instructions'> & PromptMoment

/** A conversation whose last message awaits `reply`. */
export interface Dialogue {
  readonly skill: Skill
  readonly question: Question
  readonly reply: string
  /** Whether the earlier replies, oldest first, are ones the model should give, too. */
  readonly learned: readonly boolean[]
  /** What a right reply contains, in any case of letters: at least one text of every row. */
  readonly expected: readonly (readonly string[])[]
}

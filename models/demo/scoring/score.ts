import { type Dialogue, type Skill, skills } from '../corpus/dialogue.js'
import type { AskedModel, Reply } from './asked-model.js'
import { isRight, isWhole } from './judgement.js'
import { formTarget, sampledTarget, targets } from './targets.js'

/** A measured share, with its target. */
export interface Figure {
  readonly asked: number
  readonly right: number
  /** 0 to 100. */
  readonly percent: number
  readonly target?: number | undefined
}

export interface Answered {
  readonly dialogue: Dialogue
  readonly reply: Reply
}

export interface Scores {
  readonly skills: Readonly<Partial<Record<Skill, Figure>>>
  readonly whole: Figure
  readonly ended: Figure
  /** Names with the services' own sampling, if requested. */
  readonly sampledNames?: Figure | undefined
}

/** Longer than any reply of the corpus: a reply that reaches it has no end. */
const maxTokens = 120
const likeliest = { temperature: 0, maxTokens }

export async function answerAll(model: AskedModel, dialogues: readonly Dialogue[]): Promise<Answered[]> {
  return answers(model, dialogues, likeliest)
}

/** Like `answerAll`, but with the services' sampling and another seed for every reply. */
export async function answerSampled(model: AskedModel, dialogues: readonly Dialogue[]): Promise<Answered[]> {
  return answers(model, dialogues, {})
}

export function scoresOf(answered: readonly Answered[], sampled?: readonly Answered[]): Scores {
  const bySkill = skills.flatMap((skill) => {
    // small talk has no expected texts: only its form counts
    const own = answered.filter(({ dialogue }) => dialogue.skill === skill && dialogue.expected.length > 0)
    return own.length === 0 ? [] : [[skill, figure(own, isRightAnswer, targets[skill])] as const]
  })
  return {
    skills: Object.fromEntries(bySkill),
    whole: figure(answered, isWholeAnswer, formTarget),
    ended: figure(answered, isEndedAnswer, formTarget),
    ...(sampled ? { sampledNames: figure(sampled, isRightAnswer, sampledTarget) } : {}),
  }
}

export function isRightAnswer({ dialogue, reply }: Answered): boolean {
  return isRight(dialogue, reply.text)
}

export function isWholeAnswer({ reply }: Answered): boolean {
  return isWhole(reply.text)
}

export function isEndedAnswer({ reply }: Answered): boolean {
  return reply.receipt.finish === 'stop'
}

function figure(answered: readonly Answered[], isGood: (one: Answered) => boolean, target?: number): Figure {
  const right = answered.filter(isGood).length
  const percent = answered.length === 0 ? 0 : Math.round((right / answered.length) * 1_000) / 10
  return { asked: answered.length, right, percent, ...(target === undefined ? {} : { target }) }
}

async function answers(
  model: AskedModel,
  dialogues: readonly Dialogue[],
  sampling: Parameters<AskedModel['ask']>[1],
): Promise<Answered[]> {
  const answered: Answered[] = []
  for (const dialogue of dialogues) answered.push({ dialogue, reply: await model.ask(dialogue.question, sampling) })
  return answered
}

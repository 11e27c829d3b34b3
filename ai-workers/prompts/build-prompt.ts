import type { Prompt } from '@parley/engine'
import type { Kind } from '../../src/kinds.js'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { characterSystem, namelessSystem, rolePlay } from './character.js'
import { officeInput, officeSystem } from './office.js'

export interface PromptMoment {
  /** Epoch milliseconds, for a job without `askedAt`. */
  readonly now: number
  /** Search results as formatReferences writes them; none when unset. Prompts of characters have none. */
  readonly references?: string
}

/**
 * The prompt of a job, alike for every model (contract: ai-workers.8, ai-workers.9). A chat room may have no character:
 * then a persona without a name replies.
 */
export function buildPrompt(job: ReplyJob, { now, references = '' }: PromptMoment): Prompt {
  const examples = examplesOf(job)
  const { inputOf, system } = wordings[job.kind](job)
  const turns = [
    ...examples,
    ...job.history.map(({ inputData, rounds, outputData, askedAt }) => ({
      user: askedAt === undefined ? inputData : inputOf(inputData, { now: askedAt, references: '' }),
      rounds,
      assistant: outputData,
    })),
  ]
  const input = inputOf(job.message, { now: job.askedAt ?? now, references })
  const { roomInstructions, beginning = job.completion?.beginning, completion: { rounds } = {} } = job
  const whole = roomInstructions === undefined ? system : `${system}\n\n${roomInstructions}`
  return { turns, examples: examples.length, cuts: job.historyCuts, system: whole, input, rounds, beginning }
}

/**
 * Two prompts that begin like that of the job with what the service wrote and the sheet of a public character, and then
 * differ: where both are alike, a prompt has nothing of its caller. Undefined when the caller wrote the beginning.
 */
export function commonPrompts(job: ReplyJob): readonly [Prompt, Prompt] | undefined {
  const { kind, character, instructions } = job
  if (kind === 'character' && character && !character.isPublic)
    return [
      { system: `${rolePlay}\n\nA`, turns: [], input: '' },
      { system: `${rolePlay}\n\n7`, turns: [], input: '' },
    ]
  if (instructions !== undefined && !(kind === 'character' && character)) return undefined
  const { system } = wordings[kind]({ ...job, instructions: undefined })
  const turns = examplesOf(job)
  const common = { system, turns, examples: turns.length }
  return [
    { ...common, input: 'A' },
    { ...common, input: '7' },
  ]
}

function examplesOf({ kind, character }: ReplyJob): Prompt['turns'] {
  if (kind !== 'character') return []
  return (character?.examples ?? []).map(({ inputData, outputData }) => ({ user: inputData, assistant: outputData }))
}

interface Wording {
  readonly system: string
  /** What the model reads for a message, the last one or an earlier one: alike, so that a model does not read it again. */
  readonly inputOf: (message: string, moment: Required<PromptMoment>) => string
}

const plain: Wording['inputOf'] = (message) => message

const wordings: Readonly<Record<Kind, (job: ReplyJob) => Wording>> = {
  office: ({ instructions }) =>
    instructions === undefined
      ? { system: officeSystem, inputOf: (message, moment) => officeInput({ ...moment, message }) }
      : // a system text of the caller may not expect a date before the message
        { system: instructions, inputOf: plain },
  character: (job) => ({ system: systemOf(job), inputOf: plain }),
}

function systemOf({ character, instructions }: ReplyJob): string {
  if (!character) return instructions ?? namelessSystem
  const system = characterSystem(character)
  return instructions === undefined ? system : `${system}\n\n${instructions}`
}

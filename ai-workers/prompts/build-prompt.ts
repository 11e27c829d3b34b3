import type { Kind } from '../../src/kinds.js'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { characterSystem, namelessSystem } from './character.js'
import { officeInput, officeSystem } from './office.js'
import type { Prompt } from './prompt.js'

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
  const examples = job.kind === 'character' ? (job.character?.examples ?? []) : []
  const { inputOf, system } = wordings[job.kind](job)
  const turns = [...examples, ...job.history].map(({ inputData, rounds, outputData, askedAt }) => ({
    user: askedAt === undefined ? inputData : inputOf(inputData, { now: askedAt, references: '' }),
    rounds,
    assistant: outputData,
  }))
  const input = inputOf(job.message, { now: job.askedAt ?? now, references })
  const { roomInstructions, completion: { rounds, beginning } = {} } = job
  const whole = roomInstructions === undefined ? system : `${system}\n\n${roomInstructions}`
  return { turns, examples: examples.length, cuts: job.historyCuts, system: whole, input, rounds, beginning }
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

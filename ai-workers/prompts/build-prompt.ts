import type { Kind } from '../../src/kinds.js'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { characterSystem, namelessSystem } from './character.js'
import { officeInput, officeSystem } from './office.js'
import type { Prompt } from './prompt.js'

export interface PromptMoment {
  /** Epoch milliseconds. */
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
  const turns = [...examples, ...job.history].map(({ inputData, outputData }) => ({
    user: inputData,
    assistant: outputData,
  }))
  const { system, input } = wordings[job.kind](job, { now, references })
  const { roomInstructions } = job
  const whole = roomInstructions === undefined ? system : `${system}\n\n${roomInstructions}`
  return { turns, examples: examples.length, system: whole, input }
}

const wordings: Readonly<
  Record<Kind, (job: ReplyJob, moment: Required<PromptMoment>) => Omit<Prompt, 'turns' | 'examples'>>
> = {
  office: ({ instructions, message }, moment) =>
    instructions === undefined
      ? { system: officeSystem, input: officeInput({ ...moment, message }) }
      : // a system text of the caller may not expect a date before the message
        { system: instructions, input: message },
  character: (job) => ({ system: systemOf(job), input: job.message }),
}

function systemOf({ character, instructions }: ReplyJob): string {
  if (!character) return instructions ?? namelessSystem
  const system = characterSystem(character)
  return instructions === undefined ? system : `${system}\n\n${instructions}`
}

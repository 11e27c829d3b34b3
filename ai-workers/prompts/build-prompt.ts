import type { Prompt } from '@parley/engine'
import type { Kind } from '../../src/kinds.js'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { characterSystem, namelessSystem, rolePlay } from './character.js'
import { conversationPrompt } from './conversation-prompt.js'
import { exampleTurns } from './example-turns.js'
import { fileTexts, withPassages } from './files.js'
import { greetingMessages, type GreetingPlace } from './greeting.js'
import { exchangesThatStay, insertedLore, loreAt } from './lore.js'
import { officeInput, officeSystem } from './office.js'
import { personaTexts } from './persona.js'

export interface PromptMoment {
  /** Epoch milliseconds, for a job without `askedAt`. */
  readonly now: number
  /** Search results as formatReferences writes them; none when unset. Prompts of characters have none. */
  readonly references?: string
}

type PromptJob = ReplyJob & { readonly greetingPlace?: GreetingPlace }

/**
 * The prompt of a job, alike for every model (contract: ai-workers.8, ai-workers.9). A chat room may have no character:
 * then a persona without a name replies.
 */
export function buildPrompt(job: PromptJob, { now, references = '' }: PromptMoment): Prompt {
  const { roomInstructions, completion, beginning } = job
  if (completion?.messages) return conversationPrompt(job, completion.messages)
  const examples = exampleTurns(job)
  const { inputOf, system } = wordings[job.kind](job)
  const turns = job.history.map(({ inputData, outputData, askedAt, speaker }): Prompt['last'] => {
    const said = speaker === undefined ? inputData : `${speaker}: ${inputData}`
    return [
      { role: 'user', text: askedAt === undefined ? said : inputOf(said, { now: askedAt, references: '' }) },
      { role: 'assistant', text: outputData },
    ]
  })
  const greeting = job.kind === 'character' ? greetingMessages(job, examples.length > 0) : []
  const [first, ...others] = turns
  const input = withPassages(inputOf(job.message, { now: job.askedAt ?? now, references }), job)
  const whole = [
    system,
    ...personaTexts(job),
    ...loreAt(job, 'AFTER_CHARACTER'),
    ...loreAt(job, 'BEFORE_NOTE'),
    ...(roomInstructions === undefined ? [] : [roomInstructions]),
    ...loreAt(job, 'AFTER_NOTE'),
    ...fileTexts(job),
  ].join('\n\n')
  return {
    opening: [{ role: 'system', text: whole }],
    turns: [...examples, ...(first ? [[...greeting, ...first], ...others] : [])],
    examples: examples.length,
    cuts: job.historyCuts,
    ...insertedLore(job),
    ...exchangesThatStay(job),
    last: [
      ...(first ? [] : greeting),
      { role: 'user', text: input },
      ...(beginning === undefined ? [] : [{ role: 'assistant' as const, text: beginning }]),
    ],
  }
}

/**
 * Two prompts that begin like that of the job with what the service wrote and the sheet of a public character, and then
 * differ: where both are alike, a prompt has nothing of its caller. Undefined when the caller wrote the beginning.
 */
export function commonPrompts(job: PromptJob): readonly [Prompt, Prompt] | undefined {
  const { kind, character, instructions, completion } = job
  if (kind === 'character' && character && !character.isPublic)
    return [opened(`${rolePlay}\n\nA`), opened(`${rolePlay}\n\n7`)]
  if ((instructions !== undefined || completion?.messages) && !(kind === 'character' && character)) return undefined
  const { system } = wordings[kind]({ ...job, instructions: undefined, lore: undefined })
  const turns = exampleTurns(job)
  const greeting = kind === 'character' && !completion?.messages ? greetingMessages(job, turns.length > 0) : []
  const common = { opening: [{ role: 'system', text: system }], turns, examples: turns.length } as const
  return [
    { ...common, last: [...greeting, { role: 'user', text: 'A' }] },
    { ...common, last: [...greeting, { role: 'user', text: '7' }] },
  ]
}

function opened(system: string): Prompt {
  return { opening: [{ role: 'system', text: system }], turns: [], last: [{ role: 'user', text: '' }] }
}

interface Wording {
  readonly system: string
  /** What the model reads for a message, the last one or an earlier one: alike, so that a model does not read it again. */
  readonly inputOf: (message: string, moment: Required<PromptMoment>) => string
}

const plain: Wording['inputOf'] = (message) => message

const wordings: Readonly<Record<Kind, (job: PromptJob) => Wording>> = {
  office: ({ instructions, timeZone, lore }) =>
    instructions === undefined
      ? {
          system: withLoreBehind(officeSystem, { lore }),
          inputOf: (message, moment) => officeInput({ ...moment, timeZone, message }),
        }
      : // a system text of the caller may not expect a date before the message
        { system: withLoreBehind(instructions, { lore }), inputOf: plain },
  character: (job) => ({ system: systemOf(job), inputOf: plain }),
}

/** Without a character its place is behind the system text. */
function withLoreBehind(system: string, job: Pick<PromptJob, 'lore'>): string {
  return [system, ...loreAt(job, 'BEFORE_CHARACTER')].join('\n\n')
}

function systemOf({ character, instructions, greetingPlace = 'turn', completion, lore }: PromptJob): string {
  if (!character) return withLoreBehind(instructions ?? namelessSystem, { lore })
  const isInSystem = greetingPlace === 'system' || completion?.messages !== undefined
  const sheet = isInSystem ? character : { ...character, greeting: '' }
  const system = characterSystem(sheet, loreAt({ lore }, 'BEFORE_CHARACTER'))
  return instructions === undefined ? system : `${system}\n\n${instructions}`
}

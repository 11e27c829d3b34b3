/** One earlier exchange, as a model sees it. */
interface PromptTurn {
  readonly user: string
  readonly assistant: string
}

/**
 * The prompt of a model. The constant part of a room's prompts comes first, so that a model need not evaluate it again:
 * `system`, then the turns. The changing part (references, the date of an undated job) is only in the last `input`.
 */
export interface Prompt {
  readonly system: string
  /** Oldest first. */
  readonly turns: readonly PromptTurn[]
  /** How many of the first turns are examples of a character's speech style; 0 when unset. */
  readonly examples?: number
  /** How many of the oldest turns after the examples can be left out: see ReplyJob. */
  readonly cuts?: readonly number[] | undefined
  /** The user's message, with the date, the time and the references. */
  readonly input: string
}

export interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly text: string
}

/** The prompt as a list of messages, user and assistant in turn. */
export function messagesOf({ system, turns, examples = 0, input }: Prompt): PromptMessage[] {
  return [
    { role: 'system', text: examples === 0 ? system : `${system}\n\n${exampleNote(examples)}` },
    ...turns.flatMap(({ user, assistant }): PromptMessage[] => [
      { role: 'user', text: user },
      { role: 'assistant', text: assistant },
    ]),
    { role: 'user', text: input },
  ]
}

function exampleNote(count: number): string {
  const which = count === 1 ? 'The first exchange is an example' : `The first ${String(count)} exchanges are examples`
  return `${which} of the speech style of the character. The conversation begins after that.`
}

/** The prompt without the oldest turns of its conversation; the examples stay. */
export function withoutCut(prompt: Prompt, dropped: number): Prompt {
  const { turns, examples = 0 } = prompt
  return { ...prompt, turns: [...turns.slice(0, examples), ...turns.slice(examples + dropped)] }
}

/** The prompt without its oldest turns: examples come first. */
export function withoutOldest({ examples = 0, ...prompt }: Prompt, dropped: number): Prompt {
  return { ...prompt, turns: prompt.turns.slice(dropped), examples: Math.max(0, examples - dropped) }
}

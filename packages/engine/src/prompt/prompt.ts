import type { ToolCall, ToolRound } from '../reply/reply-requirements.js'

/** One earlier exchange, as a model sees it. */
interface PromptTurn {
  readonly user: string
  readonly rounds?: readonly ToolRound[] | undefined
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
  /** How many of the oldest turns after the examples can be left out: see fitPrompt. */
  readonly cuts?: readonly number[] | undefined
  /** The user's message, with the date, the time and the references. */
  readonly input: string
  /** What the model has done since the input. */
  readonly rounds?: readonly ToolRound[] | undefined
  /** The beginning of the reply, which the model continues. */
  readonly beginning?: string | undefined
}

export type PromptMessage =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly text: string; readonly callId: string }

/** The prompt as a list of messages without the beginning of the reply, user and assistant in turn. */
export function messagesOf({ system, turns, examples = 0, input, rounds }: Prompt): PromptMessage[] {
  return [
    { role: 'system', text: examples === 0 ? system : `${system}\n\n${exampleNote(examples)}` },
    ...turns.flatMap(({ user, rounds: done = [], assistant }): PromptMessage[] => [
      { role: 'user', text: user },
      ...roundMessages(done),
      // an agent may ask again before it has a reply
      ...(done.length > 0 && assistant === '' ? [] : [{ role: 'assistant' as const, text: assistant }]),
    ]),
    { role: 'user', text: input },
    ...roundMessages(rounds ?? []),
  ]
}

function roundMessages(rounds: readonly ToolRound[]): PromptMessage[] {
  return rounds.flatMap(({ text, calls }): PromptMessage[] => [
    { role: 'assistant', text, calls },
    ...calls.map(({ id, result }) => ({ role: 'tool' as const, text: result, callId: id })),
  ])
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

/** One earlier exchange, as a model sees it. */
interface PromptTurn {
  readonly user: string
  readonly assistant: string
}

/**
 * The prompt of a model. The constant part of a room's prompts comes first, so that a model need not evaluate it again:
 * `system`, then the turns. The changing part (date, time, references) is only in the last `input`.
 */
export interface Prompt {
  readonly system: string
  /** Oldest first. */
  readonly turns: readonly PromptTurn[]
  /** The user's message, with the date, the time and the references. */
  readonly input: string
}

interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly text: string
}

/** The prompt as a list of messages, user and assistant in turn. */
export function messagesOf({ system, turns, input }: Prompt): PromptMessage[] {
  return [
    { role: 'system', text: system },
    ...turns.flatMap(({ user, assistant }): PromptMessage[] => [
      { role: 'user', text: user },
      { role: 'assistant', text: assistant },
    ]),
    { role: 'user', text: input },
  ]
}

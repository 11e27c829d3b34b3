import type { ToolCall } from '../reply/reply-requirements.js'

interface SentMessage {
  readonly text: string
  /** The list of parts that has the text, as JSON text, for other models than those of GGUF files. */
  readonly parts?: string | undefined
  /** What else it has, as the JSON text of an object, for the same models. */
  readonly fields?: string | undefined
}

/** `name` is that of its author, where several share a role. */
export type PromptMessage = SentMessage &
  (
    | { readonly role: 'system' | 'user'; readonly name?: string | undefined }
    | {
        readonly role: 'assistant'
        readonly name?: string | undefined
        readonly calls?: readonly ToolCall[] | undefined
      }
    | { readonly role: 'tool'; readonly callId: string }
  )

/**
 * The prompt of a model, whose reply continues a message of the assistant at the end. The constant part of a room's
 * prompts comes first, so that a model need not evaluate it again: `opening`, then the turns. The changing part
 * (references, the date of an undated job) is only in `last`.
 */
export interface Prompt {
  /** What the model reads first; it stays. */
  readonly opening: readonly PromptMessage[]
  /** The earlier exchanges, oldest first. */
  readonly turns: readonly (readonly PromptMessage[])[]
  /** How many of the first turns are examples of a character's speech style; 0 when unset. */
  readonly examples?: number
  /** How many of the oldest turns after the examples can be left out: see fitPrompt. */
  readonly cuts?: readonly number[] | undefined
  /** The last exchange, which stays. */
  readonly last: readonly PromptMessage[]
  /**
   * Whether a caller has chosen the order of the messages, so that the template may have no place for some: see
   * expressibleMessages. Otherwise they are a system text, then user and assistant in turn.
   */
  readonly inAnyOrder?: boolean
  /** Messages of any role among those of the conversation, by how many of these follow them; never before its first one. */
  readonly inserted?: readonly { readonly depth: number; readonly message: PromptMessage }[] | undefined
  /** How many of the newest turns have to stay, if there are as many, besides the examples; otherwise the prompt does not fit. */
  readonly leastTurns?: number | undefined
}

/** The prompt as a list of messages. */
export function messagesOf({ opening, turns, examples = 0, last, inserted = [] }: Prompt): PromptMessage[] {
  const shown = turns.slice(0, examples).flat()
  const said = [...turns.slice(examples).flat(), ...last]
  const beginning = examples === 0 ? opening : withNote(opening, exampleNote(examples))
  return [...beginning, ...shown, ...(inserted.length === 0 ? said : withInserted(said, inserted))]
}

/** A reply that the model continues stays at the end. */
function withInserted(said: readonly PromptMessage[], inserted: NonNullable<Prompt['inserted']>): PromptMessage[] {
  const end = said.at(-1)?.role === 'assistant' ? said.length - 1 : said.length
  const placeOf = (depth: number) => Math.max(0, end - depth)
  const before = (place: number) =>
    inserted.filter(({ depth }) => placeOf(depth) === place).map(({ message }) => message)
  return [...said.flatMap((message, place) => [...before(place), message]), ...before(said.length)]
}

/** The messages with a text behind the first one, or alone if there is none. */
export function withNote(messages: readonly PromptMessage[], note: string): PromptMessage[] {
  const [first, ...others] = messages
  if (first?.role !== 'system') return [{ role: 'system', text: note }, ...messages]
  return [{ ...first, text: `${first.text}\n\n${note}`, parts: undefined }, ...others]
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

/** The prompt without its oldest turns, of which the system messages of a caller stay: examples come first. */
export function withoutOldest({ examples = 0, ...prompt }: Prompt, dropped: number): Prompt {
  const { opening, turns, inAnyOrder = false } = prompt
  const left = turns.slice(0, dropped).flat()
  const kept = inAnyOrder ? left.filter(({ role }) => role === 'system') : []
  return {
    ...prompt,
    opening: [...opening, ...kept],
    turns: turns.slice(dropped),
    examples: Math.max(0, examples - dropped),
  }
}

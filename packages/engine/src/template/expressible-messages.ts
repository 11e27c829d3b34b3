import type { PromptMessage } from '../prompt/prompt.js'

/** What the template of a model has a place for. */
export interface TemplateAbilities {
  /** Where system messages can stand. */
  readonly system: 'anywhere' | 'first' | 'nowhere'
  /** Whether the assistant can speak before the user. */
  readonly hasAssistantFirst: boolean
  /** Whether a conversation can be without a message of the user. */
  readonly hasNoUser: boolean
}

/**
 * The messages as a template can express them. A name becomes the beginning of its text. A system message without a place
 * is one of the user, and so is the last one where a message of the user is missing. Neighbours of one role become one.
 * Only if that is not enough, an empty message of the user is added.
 */
export function expressibleMessages(
  messages: readonly PromptMessage[],
  abilities: TemplateAbilities,
): readonly PromptMessage[] {
  const placed = withPlaces(afterResults(messages.map(withoutName)), abilities)
  const asked = abilities.hasNoUser ? placed : withUser(placed)
  return joined(abilities.hasAssistantFirst ? asked : withFirstUser(asked))
}

function withoutName(message: PromptMessage): PromptMessage {
  if (message.role === 'tool' || message.name === undefined) return message
  const { name, ...rest } = message
  const start = `${name}: `
  return rest.text.startsWith(start) ? rest : { ...rest, text: start + rest.text }
}

/** The messages with those between calls and their results after the results. */
function afterResults(messages: readonly PromptMessage[]): PromptMessage[] {
  const ordered: PromptMessage[] = []
  let waiting: PromptMessage[] = []
  let left = 0
  for (const message of messages) {
    if (message.role === 'tool') left -= 1
    else if (left > 0) {
      waiting.push(message)
      continue
    }
    ordered.push(message)
    if (message.role === 'assistant') left = message.calls?.length ?? 0
    if (left > 0) continue
    ordered.push(...waiting)
    waiting = []
  }
  return [...ordered, ...waiting]
}

function withPlaces(messages: readonly PromptMessage[], { system }: TemplateAbilities): PromptMessage[] {
  if (system === 'anywhere') return [...messages]
  const first = messages.findIndex(({ role }) => role !== 'system')
  const leading = first < 0 ? messages.length : first
  return messages.map((message, index) =>
    message.role === 'system' && (system === 'nowhere' || index >= leading) ? { ...message, role: 'user' } : message,
  )
}

function withUser(messages: readonly PromptMessage[]): PromptMessage[] {
  if (messages.some(({ role }) => role === 'user')) return [...messages]
  const last = messages.findLastIndex(({ role }) => role === 'system')
  if (last < 0) return withFirstUser(messages)
  return messages.map((message, index) =>
    message.role === 'system' && index === last ? { ...message, role: 'user' } : message,
  )
}

function withFirstUser(messages: readonly PromptMessage[]): PromptMessage[] {
  const first = messages.findIndex(({ role }) => role !== 'system')
  if (first >= 0 && messages[first]?.role !== 'assistant') return [...messages]
  const before = first < 0 ? messages.length : first
  return [...messages.slice(0, before), { role: 'user', text: '' }, ...messages.slice(before)]
}

function joined(messages: readonly PromptMessage[]): PromptMessage[] {
  const all: PromptMessage[] = []
  for (const message of messages) {
    const last = all.at(-1)
    const isCall = last?.role === 'assistant' && (last.calls?.length ?? 0) > 0
    if (!last || last.role === 'tool' || isCall || last.role !== message.role) all.push(message)
    else
      all[all.length - 1] = { ...message, text: [last.text, message.text].filter((text) => text !== '').join('\n\n') }
  }
  return all
}

import { AppError } from '../errors.js'
import type { Turn } from '../ports/reply-generator/reply-generator.js'
import type { Message } from './completion.js'

interface Conversation {
  /** The text of all system messages; undefined without one. */
  readonly instructions: string | undefined
  readonly history: readonly Turn[]
  readonly message: string
}

/**
 * Converts messages in any order into the turns of a model. Adjacent messages of one role are joined; an assistant
 * message at the start has no question. Throws BAD_USER_INPUT unless the last message is the user's.
 */
export function foldMessages(messages: readonly Message[]): Conversation {
  const system = messages.filter(({ role }) => role === 'SYSTEM').map(({ text }) => text)
  const dialogue = joined(messages.filter(({ role }) => role !== 'SYSTEM'))
  const last = dialogue.pop()
  if (last?.role !== 'USER' || last.text === '') throw noUserMessage()
  const history: Turn[] = []
  for (let index = 0; index < dialogue.length; index += 1) {
    const first = dialogue[index]
    if (first?.role === 'ASSISTANT') history.push({ inputData: '', outputData: first.text })
    else if (first) history.push({ inputData: first.text, outputData: dialogue[(index += 1)]?.text ?? '' })
  }
  return { instructions: system.length === 0 ? undefined : system.join('\n\n'), history, message: last.text }
}

function joined(messages: readonly Message[]): Message[] {
  const whole: Message[] = []
  for (const message of messages) {
    const before = whole.at(-1)
    if (before?.role !== message.role) whole.push(message)
    else whole.splice(-1, 1, { role: before.role, text: `${before.text}\n\n${message.text}` })
  }
  return whole
}

function noUserMessage(): AppError {
  const message = 'The last message must be one of the user, with a text'
  return new AppError('BAD_USER_INPUT', {
    message,
    fields: [{ path: ['input', 'messages'], rule: 'format', message }],
  })
}

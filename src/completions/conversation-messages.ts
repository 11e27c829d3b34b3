import { AppError, badInput } from '@parley/runtime'
import type { ConversationMessage } from '../tool-calls/completion-options.js'
import type { Message } from './completion.js'

/**
 * The messages of a job, as many as were sent and in their order. Throws BAD_USER_INPUT for a call without a result or a
 * result without a call.
 */
export function conversationMessages(messages: readonly Message[]): ConversationMessage[] {
  requireResults(messages.filter(({ role }) => role !== 'SYSTEM'))
  return messages.map(({ role, text, images, parts, fields, name, toolCalls, toolCallId }) => {
    const sent = { text, ...(images ? { images } : {}), ...(parts ? { parts } : {}), ...(fields ? { fields } : {}) }
    if (role === 'TOOL') return { role: 'tool', ...sent, callId: toolCallId ?? '' }
    const base = { ...sent, ...(name ? { name } : {}) }
    if (role !== 'ASSISTANT') return { role: role === 'SYSTEM' ? 'system' : 'user', ...base }
    const calls = (toolCalls ?? []).map(({ fields: passed, ...call }) => ({
      ...call,
      ...(passed ? { fields: passed } : {}),
    }))
    return { role: 'assistant', ...base, ...(calls.length === 0 ? {} : { calls }) }
  })
}

function requireResults(messages: readonly Message[]): void {
  for (let index = 0; index < messages.length;) {
    const { role, toolCalls } = messages[index] ?? {}
    if (role === 'TOOL') throw fault('A tool message must follow the assistant message that has its call')
    index += 1
    const calls = new Set((toolCalls ?? []).map(({ id }) => id))
    if (calls.size === 0) continue
    const answered = answeredAt(messages, index)
    index += answered.size
    if ([...calls].some((id) => !answered.has(id)))
      throw fault('Each tool call must be answered by a tool message that follows it')
    if (answered.size !== calls.size)
      throw fault('A tool message answers a call that its assistant message does not have')
  }
}

/** The calls that the tool messages from here on answer. */
function answeredAt(messages: readonly Message[], from: number): Set<string> {
  const answered = new Set<string>()
  for (let index = from; messages[index]?.role === 'TOOL'; index += 1) {
    const { toolCallId } = messages[index] ?? {}
    if (typeof toolCallId !== 'string' || answered.has(toolCallId))
      throw fault('Each tool message must answer one call, which no other answers')
    answered.add(toolCallId)
  }
  return answered
}

function fault(message: string): AppError {
  return badInput('messages', message)
}

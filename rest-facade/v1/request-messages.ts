import { z } from 'zod'
import { rules } from '../../schema/rules.js'
import { limits } from '../../src/limits.js'
import type { CompletionMessageInput, MessageRole } from '../operations/service-operations.generated.js'

const textPart = z.object({ type: z.literal('text'), text: rules.completionText })
const refusalPart = z.object({ type: z.literal('refusal'), refusal: rules.completionText })
/** What other providers answer beside the text, and programs send back: it is left out. */
const thoughtPart = z.object({ type: z.enum(['thinking', 'redacted_thinking', 'reasoning']) })
const contentOf = <Part extends z.ZodType>(part: Part) =>
  z.union(
    [rules.completionText, z.array(part).min(1).max(limits.completionParts)],
    'must be a text, or a list of parts of the type text: images, audio and files are not supported',
  )
const content = contentOf(textPart)
const assistantContent = contentOf(z.discriminatedUnion('type', [textPart, refusalPart, thoughtPart]))
const callId = z.string().min(1).max(limits.toolCallIdLength)
const toolCall = z.object({
  id: callId,
  type: z.literal('function').nullish(),
  function: z.object({ name: rules.toolName, arguments: rules.completionText }),
})

const name = rules.messageName.nullish()

/** A message of the conversation. Other keys are ignored. */
export const message = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'developer', 'user']), content, name }),
  z.object({
    role: z.literal('assistant'),
    content: assistantContent.nullish(),
    name,
    tool_calls: z.array(toolCall).max(limits.completionTools).nullish(),
  }),
  z.object({ role: z.literal('tool'), content, tool_call_id: callId }),
])

const roles = {
  system: 'SYSTEM',
  developer: 'SYSTEM',
  user: 'USER',
  assistant: 'ASSISTANT',
  tool: 'TOOL',
} as const satisfies Readonly<Record<z.output<typeof message>['role'], MessageRole>>

export function messageInput(sent: z.output<typeof message>): CompletionMessageInput {
  const base = { role: roles[sent.role], text: textOf(sent.content) }
  if (sent.role === 'tool') return { ...base, toolCallId: sent.tool_call_id }
  const named = { ...base, name: sent.name ?? undefined }
  if (sent.role !== 'assistant') return named
  const toolCalls = (sent.tool_calls ?? []).map(({ id, function: { name, arguments: json } }) => {
    return { id, name, arguments: json }
  })
  return { ...named, toolCalls }
}

function textOf(sent: z.output<typeof assistantContent> | null | undefined): string {
  if (typeof sent === 'string') return sent
  return (sent ?? [])
    .flatMap((part) => (part.type === 'text' ? part.text : part.type === 'refusal' ? part.refusal : []))
    .join('\n')
}

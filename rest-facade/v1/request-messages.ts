import { z } from 'zod'
import { rules } from '../../schema/rules.js'
import { limits } from '../../src/limits.js'
import type { CompletionMessageInput, MessageRole } from '../operations/service-operations.generated.js'

// keys without a rule are for the model: a provider may need back what it has sent
const textPart = z.looseObject({ type: z.literal('text'), text: rules.completionText })
const refusalPart = z.looseObject({ type: z.literal('refusal'), refusal: rules.completionText })
/** What other providers answer beside the text, and programs send back: it is not part of the text. */
const thoughtPart = z.looseObject({ type: z.enum(['thinking', 'redacted_thinking', 'reasoning']) })
/** For a model with vision, which Completions requires: the address or the bytes are for the provider. */
const imagePart = z.looseObject({
  type: z.literal('image_url'),
  image_url: z.looseObject({
    url: z.string().regex(/^(?:https?:\/\/|data:image\/)/i, 'must be an address or a data URL of an image'),
  }),
})
const contentOf = <Part extends z.ZodType>(part: Part) =>
  z.union(
    [rules.completionText, z.array(part).min(1).max(limits.completionParts)],
    'must be a text, or a list of parts of the type text: images, audio and files are not supported',
  )
const content = contentOf(textPart)
const userContent = contentOf(z.discriminatedUnion('type', [textPart, imagePart]))
const assistantContent = contentOf(z.discriminatedUnion('type', [textPart, refusalPart, thoughtPart]))
const callId = z.string().min(1).max(limits.toolCallIdLength)
const toolCall = z.looseObject({
  id: callId,
  type: z.literal('function').nullish(),
  function: z.object({ name: rules.toolName, arguments: rules.completionText }),
})

const name = rules.messageName.nullish()

const instructing = z.looseObject({ role: z.enum(['system', 'developer']), content, name })
const asking = z.looseObject({ role: z.literal('user'), content: userContent, name })
const answered = z.looseObject({
  role: z.literal('assistant'),
  content: assistantContent.nullish(),
  name,
  tool_calls: z.array(toolCall).max(limits.completionTools).nullish(),
})
const result = z.looseObject({ role: z.literal('tool'), content, tool_call_id: callId })
const known = { system: instructing, developer: instructing, user: asking, assistant: answered, tool: result } as const

const anyMessage = z.discriminatedUnion('role', [instructing, asking, answered, result])
type SentMessage = z.output<typeof anyMessage>

/** A message of the conversation. The model of a GGUF file ignores other keys. */
export const message = anyMessage.refine(
  (sent) => passedLength(sent) <= limits.passedFieldsLength,
  `must have at most ${limits.passedFieldsLength.toLocaleString('en')} characters of other keys, with those of its tool calls`,
)

/** The content is limited by the body alone. */
function passedLength(sent: SentMessage): number {
  const calls = sent.role === 'assistant' ? (sent.tool_calls ?? []) : []
  const passed = [otherKeys(sent, known[sent.role]), ...calls.map((call) => otherKeys(call, toolCall))]
  return passed.reduce((sum, json = '') => sum + json.length, 0)
}

const roles = {
  system: 'SYSTEM',
  developer: 'SYSTEM',
  user: 'USER',
  assistant: 'ASSISTANT',
  tool: 'TOOL',
} as const satisfies Readonly<Record<SentMessage['role'], MessageRole>>

export function messageInput(sent: SentMessage): CompletionMessageInput {
  const base = {
    role: roles[sent.role],
    text: textOf(sent.content),
    images: Array.isArray(sent.content) ? sent.content.filter(({ type }) => type === 'image_url').length : 0,
    parts: Array.isArray(sent.content) ? JSON.stringify(sent.content) : undefined,
    fields: otherKeys(sent, known[sent.role]),
  }
  if (sent.role === 'tool') return { ...base, toolCallId: sent.tool_call_id }
  const named = { ...base, name: sent.name ?? undefined }
  if (sent.role !== 'assistant') return named
  const toolCalls = (sent.tool_calls ?? []).map((call) => {
    const { name, arguments: json } = call.function
    return { id: call.id, name, arguments: json, fields: otherKeys(call, toolCall) }
  })
  return { ...named, toolCalls }
}

/** The keys without a rule, as JSON text; undefined without any. */
function otherKeys(sent: object, { shape }: { readonly shape: object }): string | undefined {
  const others = Object.entries(sent).filter(([key, value]) => value !== null && !Object.hasOwn(shape, key))
  return others.length === 0 ? undefined : JSON.stringify(Object.fromEntries(others))
}

function textOf(sent: z.output<typeof assistantContent> | z.output<typeof userContent> | null | undefined): string {
  if (typeof sent === 'string') return sent
  return (sent ?? [])
    .flatMap((part) => (part.type === 'text' ? part.text : part.type === 'refusal' ? part.refusal : []))
    .join('\n')
}

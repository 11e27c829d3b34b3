import { z } from 'zod'
import { limits } from '../limits.js'

const text = z.string()
const flag = z.boolean().optional()

/** What else a message or a call has, as the JSON text of an object: only a hosted model and an inference server read it. */
const fields = text.optional()

/** A call that a model requested. Its arguments are JSON text, as the model wrote it. */
const toolCall = z.object({ id: text, name: text, arguments: text, fields })
export type ToolCall = Readonly<z.output<typeof toolCall>>

const name = text.optional()
/** The list of parts that has the text of a message, as JSON text, for those that read `fields`. */
const parts = text.optional()
/** How many of the parts are images. */
const images = z.int().min(0).optional()
const sent = { text, images, parts, fields }

/** A message as its caller sent it. `name` is that of its author. */
const conversationMessage = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'user']), ...sent, name }),
  z.object({
    role: z.literal('assistant'),
    ...sent,
    name,
    calls: z.array(toolCall).max(limits.completionTools).readonly().optional(),
  }),
  z.object({ role: z.literal('tool'), ...sent, callId: text }),
])
export type ConversationMessage = Readonly<z.output<typeof conversationMessage>>

/** JSON Schema, as JSON text. */
const jsonSchema = text

/** A function that a model may call. */
const tool = z.object({
  name: text,
  description: text.optional(),
  /** Of its arguments. */
  parameters: jsonSchema,
  /** Whether the arguments must fit the whole schema. */
  isStrict: flag,
})
export type Tool = Readonly<z.output<typeof tool>>

export const responseFormats = ['json_object', 'json_schema'] as const

const responseFormat = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal(responseFormats[0]) }),
  z.object({
    kind: z.literal(responseFormats[1]),
    /** Name and description are for a hosted model. */
    name: text,
    description: text.optional(),
    schema: jsonSchema,
    /** See Tool. */
    isStrict: flag,
  }),
])
export type ResponseFormat = Readonly<z.output<typeof responseFormat>>

export const toolChoices = ['none', 'auto', 'required', 'named'] as const

/** What a caller may request of a model beyond a reply in text. */
export const requestedOptions = z.object({
  /** Makes the choice of tokens reproducible, where the model supports that. */
  seed: z.int().optional(),
  tools: z.array(tool).max(limits.completionTools).optional(),
  /** `auto`, the default: the model decides; `required`: it must call one of its tools, `named`: the tool `name`. */
  toolChoice: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.enum(toolChoices).exclude(['named']) }),
      z.object({ kind: z.literal('named'), name: text }),
    ])
    .optional(),
  /** Whether a reply may have several calls; left to the model when unset. */
  hasParallelCalls: flag,
  /** What the whole text of the reply must be: a JSON object, or JSON that fits a schema. */
  responseFormat: responseFormat.optional(),
})
export type RequestedOptions = Readonly<z.output<typeof requestedOptions>>

/** What a completion has in place of the message, the history and the instructions of a room (ADR 0131). */
export const completionOptions = requestedOptions.extend({
  /** The most tokens of the reply, in place of the limit of the service. */
  maxTokens: z.number(),
  /** The conversation, in its order; unset in a job of release 0.1.0, whose message and history have it. */
  messages: z.array(conversationMessage).max(limits.completionMessages).readonly().optional(),
})
export type CompletionOptions = Readonly<z.output<typeof completionOptions>>

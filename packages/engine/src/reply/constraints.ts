import { badInput } from '@parley/runtime'
import type { ReplyOptions, ReplyRequirements, ResponseFormat, Tool } from './reply-requirements.js'
import { argumentsGrammar, jsonGrammar, readSchema } from '../grammar/json-grammar.js'
import { SchemaFault } from '../grammar/schema-fault.js'

/** The tools that a reply can call, whether it must call one, and whether it can have several calls. */
interface Callable {
  readonly tools: readonly Tool[]
  readonly isRequired: boolean
  readonly hasParallel: boolean
}

/** Undefined when the reply can only be text. */
export function callableOf({
  tools = [],
  toolChoice,
  hasParallelCalls: hasParallel = true,
}: ReplyOptions): Callable | undefined {
  if (tools.length === 0 || toolChoice?.kind === 'none') return undefined
  if (toolChoice?.kind !== 'named') return { tools, isRequired: toolChoice?.kind === 'required', hasParallel }
  const named = tools.filter(({ name }) => name === toolChoice.name)
  return named.length === 0 ? undefined : { tools: named, isRequired: true, hasParallel: false }
}

/** Whether the conversation has tool calls, or can have one. */
export function hasTools({ completion }: ReplyRequirements): boolean {
  if (!completion) return false
  const { messages = [] } = completion
  return !!callableOf(completion) || messages.some((message) => message.role === 'tool')
}

/** The grammar of a text of a format, or of one other text. Throws SchemaFault. */
export function formatGrammar(format: ResponseFormat, other?: string): string {
  return jsonGrammar(format.kind === 'json_schema' ? format.schema : '{"type":"object"}', other)
}

/**
 * Throws BAD_USER_INPUT for a format or a strict tool that a grammar cannot express, and for both where the text that begins a
 * call may also begin JSON.
 */
export function requireExpressible({ completion }: ReplyRequirements, callStart: () => string): void {
  if (!completion) return
  const { tools = [], responseFormat } = completion
  const callable = callableOf(completion)
  for (const tool of callable?.tools ?? [])
    expressible(`tools[${tools.indexOf(tool)}].function.parameters`, () =>
      tool.isStrict ? argumentsGrammar(tool) : readSchema(tool.parameters),
    )
  if (!responseFormat || callable?.isRequired) return
  expressible('response_format', () => {
    if (completion.messages?.at(-1)?.role === 'assistant')
      throw new SchemaFault('', 'cannot be followed after an assistant message at the end')
    if (callable && /^[[{"\dtfn-]/.test(callStart()))
      throw new SchemaFault('', 'cannot be followed by this model while it can call tools')
    return formatGrammar(responseFormat)
  })
}

function expressible(param: string, read: () => unknown): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof SchemaFault)) throw error
    const { message } = error
    throw badInput(param, message)
  }
}

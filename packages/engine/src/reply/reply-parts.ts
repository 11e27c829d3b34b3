import type { ReplyRequirements, Tool } from './reply-requirements.js'
import { newCallId } from './new-call-id.js'
import type { ReplyPart, ToolCallPart } from './reply-part.js'
import type { CallSyntax, ChatTemplate } from '../template/chat-template.js'
import { callableOf, formatGrammar } from './constraints.js'
import { choiceOf } from '../grammar/choice.js'
import { GrammarRules } from '../grammar/grammar-rules.js'
import { argumentsGrammar } from '../grammar/json-grammar.js'
import { beginsNextCall } from './begins-next-call.js'
import type { LocalReply } from './local-reply.js'
import { TextPart } from './text-part.js'
import { StopMarkers } from '../text/stop-markers.js'
import { type ThoughtTag, ThoughtSplitter } from '../text/thought-splitter.js'

/** In one reply: a model that goes round in circles is ended. */
const mostCalls = 32

interface ReplyForm {
  readonly template: ChatTemplate
  /** The tag of a thought that the prompt has begun. */
  readonly opened: ThoughtTag | undefined
}

/**
 * The parts of a reply: the thoughts of the model, its text, then tool calls when the request allows that and the model begins
 * one, or must call one.
 */
export async function* replyParts(
  reply: LocalReply,
  { completion, stops = [] }: ReplyRequirements,
  { template, opened }: ReplyForm,
): AsyncGenerator<ReplyPart, void, undefined> {
  const callable = completion && callableOf(completion)
  const syntax = callable && template.callSyntax
  const format = completion?.responseFormat
  // a marker of the template may be a part of JSON
  const ends = [...(format ? [] : template.stopTexts), ...stops]
  const part = new TextPart({ ends, syntax, hasFormat: format !== undefined })
  if (!callable?.isRequired) {
    // a grammar allows no thought
    const thoughts = format ? undefined : new ThoughtSplitter({ tags: template.thoughtTags, opened })
    const thoughtEnds = new StopMarkers(template.stopTexts)
    for await (const chosen of reply.pass([], format && formatGrammar(format, syntax?.triggerText))) {
      const { thought, text } = thoughts?.push(chosen) ?? { thought: '', text: chosen.text }
      const isText = thoughts?.isText ?? true
      const thinks = thoughtEnds.push(thought) + (isText ? thoughtEnds.rest() : '')
      if (thinks !== '') yield { thought: thinks }
      if (thoughtEnds.isStopped) break
      if (!isText && thoughts?.hasThought) reply.thoughtTokens = reply.tokens.length
      if (!isText) continue
      const piece = part.push({ token: chosen.token, text })
      if (piece !== '') yield piece
      if (part.isOver) break
    }
    const left = thoughts?.rest() ?? { thought: '', text: '' }
    const thinks = thoughtEnds.push(left.thought) + thoughtEnds.rest()
    if (thinks !== '') yield { thought: thinks }
    const rest = part.hasCall ? '' : part.rest(left.text)
    if (rest !== '') yield rest
    if (!part.hasCall) return
  }
  if (!callable || !syntax) return
  const most = callable.hasParallel ? mostCalls : 1
  yield* toolCalls(reply, { tools: callable.tools, before: part.text, syntax, template, most })
}

interface CallOptions {
  readonly tools: readonly Tool[]
  /** The text before the calls; the thoughts of the reply precede it. */
  readonly before: string
  readonly syntax: CallSyntax
  readonly template: ChatTemplate
  readonly most: number
}

async function* toolCalls(
  reply: LocalReply,
  { tools, before, syntax, template, most }: CallOptions,
): AsyncGenerator<ToolCallPart, void, undefined> {
  const { next } = syntax
  const thoughts = reply.tokens.slice(0, reply.thoughtTokens)
  const written = [...thoughts, ...(before === '' ? [] : template.textTokens(before)), ...syntax.beforeName]
  for (let index = 0; index < most; index += 1) {
    const tool = await chosenTool(reply, { tools, start: written, syntax })
    if (!tool) return
    yield { index, head: { id: newCallId(), name: tool.name }, arguments: '' }
    written.push(...template.textTokens(tool.name), ...syntax.beforeArguments)
    for await (const { token, text } of reply.pass([...written], argumentsGrammar(tool))) {
      written.push(token)
      if (text !== '') yield { index, arguments: text }
    }
    if (reply.isCut || index + 1 === most) return
    written.push(...next.beforeTrigger)
    if (!(await beginsNextCall(reply.pass([...written]), next))) return
    written.push(...next.beforeName)
  }
}

/** The tool whose name the model writes. When the token limit ends the name, one that begins like it. */
async function chosenTool(
  reply: LocalReply,
  { tools, start, syntax }: Pick<CallOptions, 'tools' | 'syntax'> & { readonly start: LocalReply['tokens'] },
): Promise<Tool | undefined> {
  if (tools.length === 1) return tools[0]
  const named = tools.map((tool) => ({ tool, text: `${tool.name}${syntax.nameEnd}` }))
  const rules = new GrammarRules()
  const root = choiceOf(
    named.map((each) => each.text),
    rules,
  ).expression
  let said = ''
  let left = named
  for await (const { text } of reply.pass(start, rules.text(root))) {
    said += text
    left = named.filter((each) => each.text.startsWith(said))
    if (left.length <= 1) break
  }
  return left[0]?.tool
}

import type {
  ChatWrapper,
  ChatWrapperGenerateContextStateOptions,
  LlamaModel,
  LlamaText,
  LlamaTextValue,
  Token,
} from 'node-llama-cpp'
import { LRUCache } from 'lru-cache'
import type * as Library from 'node-llama-cpp'
import { orUndefined } from '@parley/runtime'
import type { Tool } from '../reply/reply-requirements.js'
import { withNote, type Prompt } from '../prompt/prompt.js'
import { chatFunctionsOf, chatHistoryOf, toolInstructions } from './chat-history.js'
import type { TemplateAbilities } from './expressible-messages.js'
import { abilitiesOf } from './template-abilities.js'
import { cutMarkers } from '../text/plain-text.js'
import { hasThoughtTag, openedTag, type ThoughtTag } from '../text/thought-splitter.js'

/** Ends a reply in addition to the model's own end token (contract: ai-workers.12). */
export const endOfTurn = '<|eot_id|>'
/** In UTF-16 code units: the texts of some long conversations. */
const knownTextLength = 262_144
const headerStart = '<|start_header_id|>'
const user = { role: 'user', text: 'user' } as const
const sample: Prompt = {
  opening: [{ role: 'system', text: 'system' }],
  turns: [[user, { role: 'assistant', text: 'assistant' }]],
  last: [user],
}
const sampleTool: Tool = { name: 'tool', description: 'tool', parameters: '{"type":"object","properties":{}}' }
const sampleCalls: Prompt['last'] = [
  user,
  { role: 'assistant', text: 'text', calls: [{ id: 'call', name: 'tool', arguments: '{}' }] },
  { role: 'tool', text: 'result', callId: 'call' },
]
/** Templates of the library whose section for tools has signatures in TypeScript, which lose `anyOf`. */
const withoutTools = new Set([
  'AlpacaChat',
  'ChatML',
  'Empty',
  'Falcon',
  'Gemma',
  'General',
  'Llama2Chat',
  'Llama 3',
  'Template',
])

/** How a model writes a tool call. */
export interface CallSyntax {
  readonly beforeName: readonly Token[]
  readonly beforeArguments: readonly Token[]
  /** What begins a call, in a reply that may also be text: a token, else a text. */
  readonly trigger: Token | string
  readonly triggerText: string
  /** A character that cannot be in a name and follows it. */
  readonly nameEnd: string
  /** What is between the arguments of a call and the name of the next one in the same reply. */
  readonly next: NextCallSyntax
}

export interface NextCallSyntax {
  readonly beforeTrigger: readonly Token[]
  /** As `trigger` of the first call. */
  readonly trigger: Token | string
  /** From the trigger on. */
  readonly beforeName: readonly Token[]
}

interface RenderOptions {
  /** Those that the model can call. */
  readonly tools?: readonly Tool[]
  /** False for a reply whose form a grammar determines from its first token; true when unset. */
  readonly mayThink?: boolean
}

/**
 * The format of a model's conversations, chosen once per model. The text of users is always plain text: a marker of the
 * template in it never begins or ends a turn.
 */
export class ChatTemplate {
  /** Texts that end a reply. */
  readonly stopTexts: readonly string[]
  /** Of the template itself. */
  readonly thoughtTags: readonly ThoughtTag[]
  /** Whether the template of the model file has a tag of thoughts. */
  readonly hasThoughts: boolean
  readonly #stopTokens: ReadonlySet<Token>
  /**
   * Markers of the template that the model file declares as ordinary tokens, so that a tokenizer recognizes them in any
   * text.
   */
  readonly #looseMarkers: readonly string[]
  #knownSyntax: CallSyntax | undefined
  #knownAbilities: TemplateAbilities | undefined
  /** By text: the next prompt of a conversation has most texts of the previous one. */
  readonly #known = new LRUCache<string, Token[]>({
    maxSize: knownTextLength,
    sizeCalculation: (_, text) => text.length,
  })

  readonly #knownBeginnings = new LRUCache<string, Token[]>({
    maxSize: knownTextLength,
    sizeCalculation: (_, name) => name.length,
  })

  constructor(
    private readonly wrapper: ChatWrapper,
    private readonly model: LlamaModel,
    private readonly library: typeof Library,
    /** For conversations with tools; itself when unset. */
    private readonly toolTemplate?: ChatTemplate,
  ) {
    this.thoughtTags = thoughtTagsOf(wrapper, library)
    // the library's wrappers have a place for thoughts in models that never think too
    this.hasThoughts = hasThoughtTag(model.fileInfo.metadata.tokenizer.chat_template ?? '')
    this.#looseMarkers = looseMarkers(model, [
      ...this.#sampleTokens(),
      ...(toolTemplate ? toolTemplate.#sampleTokens() : []),
    ])
    const { stopGenerationTriggers } = wrapper.generateContextState({
      chatHistory: chatHistoryOf(
        sample,
        this.#rules((text) => text),
      ),
    })
    const stops = [...stopGenerationTriggers, library.LlamaText(new library.SpecialTokensText(endOfTurn))]
    this.#stopTokens = new Set(stops.flatMap((stop) => this.#stopToken(stop)))
    const texts = stops.filter((stop) => !this.#isBuiltin(stop)).map((stop) => stop.toString())
    this.stopTexts = [...new Set([endOfTurn, ...texts])].filter((text) => text.trim() !== '')
  }

  /**
   * Llama 3's headers if the vocabulary has them, else the template of the model file, else a general form. The headers
   * are written without the date that later templates put into the system text: it would change the beginning of every
   * prompt once a day.
   */
  static choose(model: LlamaModel, library: typeof Library): ChatTemplate {
    const hasHeaders = model.tokenize(headerStart, true).length === 1
    const ofFile = ChatTemplate.resolve(model, library)
    return hasHeaders ? new ChatTemplate(new library.Llama3ChatWrapper(), model, library, ofFile) : ofFile
  }

  /** The template of the model file, without a date of its own where the library supports that. */
  static resolve(model: LlamaModel, library: typeof Library): ChatTemplate {
    const customWrapperSettings = { 'llama3.1': { todayDate: null }, harmony: { todayDate: null } }
    return new ChatTemplate(
      library.resolveChatWrapper(model, { warningLogs: false, customWrapperSettings }),
      model,
      library,
    )
  }

  /** The tokens of the conversation up to the beginning of the reply, or of the thought that its template begins. */
  tokens(prompt: Prompt, options: RenderOptions = {}): Token[] {
    return this.#textOf(prompt, options).values.flatMap((value, index) => this.#tokensOf(value, index === 0))
  }

  /** The tag of the thought that the tokens of a prompt begin. */
  openedThought({ last, inAnyOrder = false }: Prompt, options: RenderOptions = {}): ThoughtTag | undefined {
    return this.#openedBy(this.#textOf({ ...sample, last, inAnyOrder }, options))
  }

  /** The tokens that both prompts begin with. */
  commonTokens([one, other]: readonly [Prompt, Prompt]): readonly Token[] {
    const name = JSON.stringify(one)
    const known = this.#knownBeginnings.get(name)
    if (known) return known
    const tokens = this.tokens(one)
    const common = tokens.slice(0, commonLength(tokens, this.tokens(other)))
    this.#knownBeginnings.set(name, common)
    return common
  }

  isStop(token: Token): boolean {
    return this.#stopTokens.has(token) || this.model.isEogToken(token)
  }

  /** The tokens of a text that has no markers. */
  textTokens(text: string): Token[] {
    return this.#plainTokens(text, false)
  }

  /** The template for conversations with tools: that of the model file, also where headers are preferred. */
  forTools(): ChatTemplate {
    return this.toolTemplate ?? this
  }

  get abilities(): TemplateAbilities {
    return (this.#knownAbilities ??= abilitiesOf(this.wrapper, this.model, this.library))
  }

  get callSyntax(): CallSyntax {
    return (this.#knownSyntax ??= this.#findCallSyntax())
  }

  /** The tokens of a conversation with everything that the template writes, also for tools. */
  #sampleTokens(): Token[] {
    const { call, result, parallelism } = this.wrapper.settings.functions
    const around = [
      ...[call.prefix, call.paramsPrefix, call.suffix, result.prefix, result.suffix],
      ...[parallelism?.call.sectionPrefix, parallelism?.call.betweenCalls, parallelism?.call.sectionSuffix],
      ...[parallelism?.result?.sectionPrefix, parallelism?.result?.betweenResults, parallelism?.result?.sectionSuffix],
    ]
    const called = { ...sample, last: sampleCalls }
    // a template may refuse tools
    const withTools = orUndefined(() => this.#textOf(called, { tools: [sampleTool] }))
    const texts = [this.#textOf(sample, {}), withTools ?? '', ...around.map((text) => text ?? '')]
    return texts.flatMap((text) => this.library.LlamaText(text).tokenize(this.model.tokenizer))
  }

  #textOf(prompt: Prompt, { tools = [], mayThink = true }: RenderOptions): LlamaText {
    const text = this.#conversationText(prompt, tools)
    const { LlamaText, SpecialTokensText } = this.library
    const opened = this.#openedBy(text)
    if (opened) return mayThink ? text : LlamaText([text, new SpecialTokensText(`\n${opened.close}\n\n`)])
    const { thought } = this.wrapper.settings.segments ?? {}
    const isNew = prompt.last.at(-1)?.role === 'user'
    if (!mayThink || !isNew || !thought?.openOnResponseStart || isOpenedOnStart(thought.prefix)) return text
    return LlamaText([text, thought.prefix])
  }

  #openedBy({ values }: LlamaText): ThoughtTag | undefined {
    const last = values.findLast((value) => value !== '')
    return last instanceof this.library.SpecialTokensText ? openedTag(last.value, this.thoughtTags) : undefined
  }

  #conversationText(prompt: Prompt, tools: readonly Tool[]): LlamaText {
    const safe = (text: string) => this.#withoutMarkers(text)
    const rules = this.#rules(safe)
    if (tools.length === 0) return this.#contextText({ chatHistory: chatHistoryOf(prompt, rules) })
    if (this.#documentsTools)
      return this.#contextText({
        chatHistory: chatHistoryOf(prompt, rules),
        availableFunctions: chatFunctionsOf(tools, safe),
      })
    const { prefix, paramsPrefix, suffix } = this.wrapper.settings.functions.call
    const example = this.library.LlamaText([prefix, 'name', paramsPrefix, 'arguments', suffix]).toString()
    const opening = withNote(prompt.opening, toolInstructions(tools, example))
    return this.#contextText({ chatHistory: chatHistoryOf({ ...prompt, opening }, rules) })
  }

  #rules(safe: (text: string) => string) {
    const hasTextResults = this.wrapper instanceof this.library.JinjaTemplateChatWrapper
    return { safe, hasTextResults, abilities: () => this.abilities }
  }

  #contextText(options: ChatWrapperGenerateContextStateOptions): LlamaText {
    return this.wrapper.generateContextState(options).contextText
  }

  get #documentsTools(): boolean {
    const { wrapper, library } = this
    if (wrapper instanceof library.JinjaTemplateChatWrapper) return wrapper.usingJinjaFunctionCallTemplate
    return !withoutTools.has(wrapper.wrapperName)
  }

  #findCallSyntax(): CallSyntax {
    const { call, parallelism } = this.wrapper.settings.functions
    const { LlamaText } = this.library
    const { tokens: beforeName, ...begins } = this.#triggerOf(
      LlamaText([parallelism?.call.sectionPrefix ?? '', call.prefix]),
    )
    const next = this.#triggerOf(LlamaText([parallelism?.call.betweenCalls ?? '', call.prefix]))
    const after = LlamaText(call.paramsPrefix)
    const [nameEnd = '{'] = after.toString()
    return {
      beforeName,
      beforeArguments: this.#allTokensOf(after),
      ...begins,
      nameEnd: /[\w-]/.test(nameEnd) ? '\n' : nameEnd,
      next: {
        beforeTrigger: this.#allTokensOf(LlamaText(call.suffix)),
        trigger: next.trigger,
        beforeName: next.tokens,
      },
    }
  }

  /** What begins a text of the template. */
  #triggerOf(before: LlamaText) {
    const tokens = this.#allTokensOf(before)
    const text = before.toString().trim()
    const first = tokens.find((token) => this.model.detokenize([token], true).trim() !== '')
    const isMarker = first !== undefined && this.model.isSpecialToken(first)
    // a model may write the rest with other spaces
    const triggerText = isMarker ? this.model.detokenize([first], true) : (/^[^\s{]+/.exec(text)?.[0] ?? text)
    return { tokens, trigger: isMarker ? first : triggerText, triggerText }
  }

  #allTokensOf(text: LlamaText): Token[] {
    return text.values.flatMap((value) => this.#tokensOf(value, false))
  }

  /** A text whose markers are broken by a space without width, for templates that write it like a part of themselves. */
  #withoutMarkers(text: string): string {
    const tokens = new Set(this.model.tokenize(text, true))
    return [...tokens]
      .filter((token) => this.model.isSpecialToken(token) || this.model.getTokenAttributes(token).userDefined)
      .map((token) => this.model.detokenize([token], true))
      .filter((marker) => marker.trim().length > 1)
      .reduce((safe, marker) => safe.replaceAll(marker, `${marker.slice(0, 1)}\u200B${marker.slice(1)}`), text)
  }

  #tokensOf(value: LlamaTextValue, isFirst: boolean): Token[] {
    if (typeof value === 'string') return isFirst ? this.#plainTokens(value, true) : this.#knownTokens(value)
    if (value instanceof this.library.SpecialToken) return value.tokenize(this.model.tokenizer)
    return value.tokenize(this.model.tokenizer, !isFirst)
  }

  /** The tokens of a text in the middle of a prompt, which are not kept. */
  countTokens(text: string): number {
    return text === '' ? 0 : this.#plainTokens(text, false).length
  }

  #knownTokens(text: string): Token[] {
    const known = this.#known.get(text)
    if (known) return known
    const tokens = this.#plainTokens(text, false)
    if (text !== '') this.#known.set(text, tokens)
    return tokens
  }

  #plainTokens(text: string, isFirst: boolean): Token[] {
    return cutMarkers(text, this.#looseMarkers).flatMap((piece, index) =>
      this.model.tokenize(piece, false, isFirst && index === 0 ? undefined : 'trimLeadingSpace'),
    )
  }

  #stopToken(stop: LlamaText): Token[] {
    const tokens = stop.tokenize(this.model.tokenizer)
    return tokens.length === 1 && this.model.isSpecialToken(tokens[0]) ? tokens : []
  }

  #isBuiltin(stop: LlamaText): boolean {
    return stop.values.some((value) => value instanceof this.library.SpecialToken)
  }
}

/** How many elements both lists begin with. */
export function commonLength(one: readonly Token[], other: readonly Token[]): number {
  const different = one.findIndex((token, index) => token !== other[index])
  return different < 0 ? one.length : different
}

type ThoughtPrefix = NonNullable<NonNullable<ChatWrapper['settings']['segments']>['thought']>['prefix']

/** Whether the template itself writes the beginning of a thought. */
const isOpenedOnStart = (prefix: ThoughtPrefix): prefix is Extract<ThoughtPrefix, { type: 'openedOnStart' }> =>
  typeof prefix === 'object' && 'type' in prefix

function thoughtTagsOf({ settings }: ChatWrapper, { LlamaText }: typeof Library): ThoughtTag[] {
  const { prefix, suffix } = settings.segments?.thought ?? {}
  if (prefix === undefined || suffix === undefined || isOpenedOnStart(prefix)) return []
  const tag = { open: LlamaText(prefix).toString().trim(), close: LlamaText(suffix).toString().trim() }
  return tag.open === '' || tag.close === '' ? [] : [tag]
}

function looseMarkers(model: LlamaModel, tokens: readonly Token[]): string[] {
  return [...new Set(tokens)]
    .filter((token) => model.getTokenAttributes(token).userDefined)
    .map((token) => model.detokenize([token], true))
    .filter((marker) => marker.trim().length > 1)
}

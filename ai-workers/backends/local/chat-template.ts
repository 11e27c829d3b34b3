import type { ChatHistoryItem, ChatWrapper, LlamaModel, LlamaText, LlamaTextValue, Token } from 'node-llama-cpp'
import { LRUCache } from 'lru-cache'
import type * as Library from 'node-llama-cpp'
import { messagesOf } from '../../prompts/prompt.js'
import type { Prompt } from '../../prompts/prompt.js'
import { cutMarkers } from './plain-text.js'

/** Ends a reply in addition to the model's own end token (contract: ai-workers.12). */
export const endOfTurn = '<|eot_id|>'
/** In UTF-16 code units: the texts of some long conversations. */
const knownTextLength = 262_144
const headerStart = '<|start_header_id|>'
const sample: Prompt = { system: 'system', turns: [{ user: 'user', assistant: 'assistant' }], input: 'user' }

/**
 * The format of a model's conversations, chosen once per model. The text of users is always plain text: a marker of the
 * template in it never begins or ends a turn.
 */
export class ChatTemplate {
  /** Texts that end a reply. */
  readonly stopTexts: readonly string[]
  private readonly stopTokens: ReadonlySet<Token>
  /**
   * Markers of the template that the model file declares as ordinary tokens, so that a tokenizer recognizes them in any
   * text.
   */
  private readonly looseMarkers: readonly string[]
  /** By text: the next prompt of a conversation has most texts of the previous one. */
  private readonly known = new LRUCache<string, Token[]>({
    maxSize: knownTextLength,
    sizeCalculation: (_, text) => text.length,
  })

  constructor(
    private readonly wrapper: ChatWrapper,
    private readonly model: LlamaModel,
    private readonly library: typeof Library,
  ) {
    this.looseMarkers = looseMarkers(model, this.textOf(sample).tokenize(model.tokenizer))
    const { stopGenerationTriggers } = wrapper.generateContextState({ chatHistory: historyOf(sample) })
    const stops = [...stopGenerationTriggers, library.LlamaText(new library.SpecialTokensText(endOfTurn))]
    this.stopTokens = new Set(stops.flatMap((stop) => this.stopToken(stop)))
    const texts = stops.filter((stop) => !this.isBuiltin(stop)).map((stop) => stop.toString())
    this.stopTexts = [...new Set([endOfTurn, ...texts])].filter((text) => text.trim() !== '')
  }

  /**
   * Llama 3's headers if the vocabulary has them, else the template of the model file, else a general form. The headers
   * are written without the date that later templates put into the system text: it would change the beginning of every
   * prompt once a day.
   */
  static choose(model: LlamaModel, library: typeof Library): ChatTemplate {
    const hasHeaders = model.tokenize(headerStart, true).length === 1
    const wrapper = hasHeaders
      ? new library.Llama3ChatWrapper()
      : library.resolveChatWrapper(model, { warningLogs: false })
    return new ChatTemplate(wrapper, model, library)
  }

  /** The tokens of the conversation up to the beginning of the reply. */
  tokens(prompt: Prompt): Token[] {
    return this.textOf(prompt).values.flatMap((value, index) => this.tokensOf(value, index === 0))
  }

  isStop(token: Token): boolean {
    return this.stopTokens.has(token) || this.model.isEogToken(token)
  }

  private textOf(prompt: Prompt): LlamaText {
    return this.wrapper.generateContextState({ chatHistory: historyOf(prompt) }).contextText
  }

  private tokensOf(value: LlamaTextValue, isFirst: boolean): Token[] {
    if (typeof value === 'string') return isFirst ? this.plainTokens(value, true) : this.knownTokens(value)
    if (value instanceof this.library.SpecialToken) return value.tokenize(this.model.tokenizer)
    return value.tokenize(this.model.tokenizer, !isFirst)
  }

  private knownTokens(text: string): Token[] {
    const known = this.known.get(text)
    if (known) return known
    const tokens = this.plainTokens(text, false)
    if (text !== '') this.known.set(text, tokens)
    return tokens
  }

  private plainTokens(text: string, isFirst: boolean): Token[] {
    return cutMarkers(text, this.looseMarkers).flatMap((piece, index) =>
      this.model.tokenize(piece, false, isFirst && index === 0 ? undefined : 'trimLeadingSpace'),
    )
  }

  private stopToken(stop: LlamaText): Token[] {
    const tokens = stop.tokenize(this.model.tokenizer)
    return tokens.length === 1 && this.model.isSpecialToken(tokens[0]) ? tokens : []
  }

  private isBuiltin(stop: LlamaText): boolean {
    return stop.values.some((value) => value instanceof this.library.SpecialToken)
  }
}

function historyOf(prompt: Prompt): ChatHistoryItem[] {
  const items = messagesOf(prompt).map(({ role, text }): ChatHistoryItem =>
    role === 'assistant' || role === 'tool' ? { type: 'model', response: [text] } : { type: role, text },
  )
  return [...items, { type: 'model', response: [] }]
}

function looseMarkers(model: LlamaModel, tokens: readonly Token[]): string[] {
  return [...new Set(tokens)]
    .filter((token) => model.getTokenAttributes(token).userDefined)
    .map((token) => model.detokenize([token], true))
    .filter((marker) => marker.trim().length > 1)
}

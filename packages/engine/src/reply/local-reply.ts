import type { LlamaGrammarEvaluationState, Token } from 'node-llama-cpp'
import type { ReplySampling } from '../model/sampling.js'
import type { ChatTemplate } from '../template/chat-template.js'
import type { Conversation } from '../model/conversation.js'
import { evaluation } from '../model/evaluation.js'
import type { Lane } from '../model/lane.js'
import type { LocalModel } from '../model/local-model.js'
import { TokenText } from '../text/token-text.js'

interface LocalReplyOptions {
  readonly local: LocalModel
  readonly template: ChatTemplate
  readonly lane: Lane
  readonly conversation: Conversation | undefined
  readonly prompt: readonly Token[]
  /** See Lane. */
  readonly common: number
  readonly sampling: ReplySampling
  /** Tokens of prompt and reply together. */
  readonly contextSize: number
  /** An integer. */
  readonly seed: number
  /** See Lane. */
  readonly throwIfCancelled: () => void
}

export interface Chosen {
  readonly token: Token
  /** Empty while a character is incomplete. */
  readonly text: string
  /** The text of a control token that is not in `text`. */
  readonly marker: string
}

/** The tokens of one reply. It is generated in one or more passes on one lane, which reads no token twice. */
export class LocalReply {
  /** Those that the model chose, of all passes. */
  readonly tokens: Token[] = []
  /** Of the first pass, with the beginning of a call that the model must write. */
  promptTokens: number
  /** How many of `tokens` are its thoughts. */
  thoughtTokens = 0
  /** Of the first pass: see Lane. */
  readonly tally = { reusedTokens: 0, sharedTokens: 0, readTokens: 0 }
  #passes = 0
  #isFull = false

  constructor(private readonly options: LocalReplyOptions) {
    this.promptTokens = options.prompt.length
  }

  /** Whether the token limit ended it. */
  get isCut(): boolean {
    return this.#isFull
  }

  /**
   * What the model says after the prompt and `added`, until it ends, or the grammar or the token limit ends it. With a
   * grammar the texts of special tokens count as text, as they do for the grammar, and markers of the template end nothing.
   */
  async *pass(added: readonly Token[], grammar?: string): AsyncGenerator<Chosen, void, undefined> {
    const { local, template, lane, conversation, common, sampling, contextSize, seed, throwIfCancelled } = this.options
    const prompt = [...this.options.prompt, ...added]
    const most = Math.min(sampling.maxTokens, this.tokens.length + contextSize - prompt.length)
    this.#isFull = this.tokens.length >= most
    if (this.#isFull) return
    const state = grammar === undefined ? undefined : await this.#grammarState(grammar)
    const options = {
      ...evaluation(sampling, seedOf(seed + this.#passes), this.tokens),
      ...(state ? { grammarEvaluationState: state } : {}),
    }
    const isFirst = this.#passes === 0
    if (isFirst) this.promptTokens = prompt.length
    const tally = isFirst ? this.tally : { ...this.tally }
    this.#passes += 1
    const text = new TokenText((tokens, before) => local.model.detokenize(tokens, state !== undefined, before))
    for await (const token of lane.run({ conversation, prompt, common, options, throwIfCancelled, tally })) {
      if (!state && template.isStop(token)) return
      this.tokens.push(token)
      const piece = text.push(token)
      yield {
        token,
        text: piece,
        marker: piece === '' && local.model.isSpecialToken(token) ? local.model.detokenize([token], true) : '',
      }
      this.#isFull = this.tokens.length >= most
      if (this.#isFull) return
    }
  }

  async #grammarState(grammar: string): Promise<LlamaGrammarEvaluationState> {
    const { model, library } = this.options.local
    const parsed = await model.llama.createGrammar({ grammar })
    return new library.LlamaGrammarEvaluationState({ model, grammar: parsed })
  }
}

/** 32 bits of a seed. The library chooses a seed of its own for the largest one. */
const seedOf = (seed: number) => (seed >>> 0) % (2 ** 32 - 1)

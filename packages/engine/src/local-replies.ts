import { randomInt } from 'node:crypto'
import type { Token } from 'node-llama-cpp'
import { ChunkSizer } from './model/chunk-sizer.js'
import type { Conversation } from './model/conversation.js'
import { DecodeRounds } from './model/decode-rounds.js'
import { Lane } from './model/lane.js'
import { Lanes } from './model/lanes.js'
import { loadLocalModel, type LocalModel, type LocalModelOptions } from './model/local-model.js'
import type { ReplySampling } from './model/sampling.js'
import { fitPrompt, type FittedPrompt } from './prompt/fit-prompt.js'
import { PromptTooLong } from './prompt/prompt-too-long.js'
import type { Prompt } from './prompt/prompt.js'
import { callableOf, hasTools, requireExpressible } from './reply/constraints.js'
import { LocalReply } from './reply/local-reply.js'
import type { ReplyPart } from './reply/reply-part.js'
import { replyParts } from './reply/reply-parts.js'
import type { ReplyRequirements } from './reply/reply-requirements.js'
import { commonLength, type ChatTemplate } from './template/chat-template.js'
import type { TemplateAbilities } from './template/expressible-messages.js'

export interface LocalRepliesOptions extends LocalModelOptions {
  /** Makes replies reproducible; without it each reply has a random seed. */
  readonly seed?: number
  /** How long a cancel may wait while the model evaluates a prompt, in milliseconds. */
  readonly chunkMs?: number
}

export interface ReplyRequest extends ReplyRequirements {
  /** Undefined for a reply that no caller reads: its tokens may then serve every conversation. */
  readonly conversation: Conversation | undefined
  /** Tried in order, until one fits. */
  readonly prompts: readonly Prompt[]
  /** Called with the index of the prompt that fits. */
  readonly onPrompt?: ((index: number) => void) | undefined
  /**
   * Two prompts that begin like these with what has nothing of the caller, and then differ. Undefined when the caller
   * wrote the beginning.
   */
  readonly common: readonly [Prompt, Prompt] | undefined
  readonly sampling: ReplySampling
  /** The tokens for which turns are left out; at most `maxTokens` of the sampling. */
  readonly reservedTokens: number
  /** The most tokens of prompt and reply together; those of the model when unset. */
  readonly contextTokens?: number | undefined
}

/** What a reply cost. All counts are tokens, except for those of turns. */
export interface Receipt {
  readonly model: string
  readonly sampling: ReplySampling
  readonly promptTokens: number
  /** The part of `promptTokens` that was still cached and not read again. */
  readonly reusedTokens: number
  /** The part of `reusedTokens` that was not of the caller's own conversation. */
  readonly sharedTokens: number
  /** The part of `promptTokens` that was read. If the reply was stopped early, it is smaller than the rest. */
  readonly readTokens: number
  readonly replyTokens: number
  /** The part of `replyTokens` that were thoughts. */
  readonly thoughtTokens: number
  readonly turnsKept: number
  readonly turnsDropped: number
  /** `stop`: the model ended it; `length`: the token limit ended it; `cut`: it was aborted, abandoned or failed. */
  readonly finish: 'stop' | 'length' | 'cut'
}

const defaultChunkMs = 150
const seeds = 2 ** 31

/** The replies of a GGUF model on this machine. */
export class LocalReplies {
  /** The name of the model file. */
  readonly name: string
  readonly #local: LocalModel
  readonly #seed: number | undefined
  readonly #lanes: Lanes
  readonly #closing = new AbortController()

  private constructor(local: LocalModel, { chunkMs = defaultChunkMs, seed }: LocalRepliesOptions) {
    this.name = local.name
    this.#local = local
    this.#seed = seed
    const { context } = local
    const chunks = new ChunkSizer(chunkMs, context.batchSize)
    const rounds = new DecodeRounds()
    this.#lanes = new Lanes(Array.from({ length: context.totalSequences }, () => new Lane(context, chunks, rounds)))
  }

  /**
   * Loads the model. Throws the errors of the library: the file is missing, it is not a model, there is no binary for
   * this machine.
   */
  static async open(options: LocalRepliesOptions): Promise<LocalReplies> {
    return new LocalReplies(await loadLocalModel(options), options)
  }

  /** The GPU library, such as `cuda`; false on the CPU. */
  get gpu(): string | false {
    return this.#local.model.llama.gpu
  }

  /** How many conversations it remembers at most, including the running ones. */
  get contexts(): number {
    return this.#local.context.totalSequences
  }

  /** Of prompt and reply together. */
  get contextTokens(): number {
    return this.#local.context.contextSize
  }

  /** Whether the model may think before it replies: the template of its file has a tag of thoughts. */
  get hasThoughts(): boolean {
    return this.#local.template.hasThoughts
  }

  /** The tokens of a text in the middle of a prompt. */
  countTokens(text: string): number {
    return this.#local.template.countTokens(text)
  }

  /** What the template of the model has a place for. */
  get abilities(): TemplateAbilities {
    return this.#local.template.abilities
  }

  /** Throws BAD_USER_INPUT for a request that this model cannot follow; costs little. */
  check(requirements: ReplyRequirements): void {
    requireExpressible(requirements, () => this.#local.template.forTools().callSyntax.triggerText)
  }

  /**
   * The parts of a reply while it is generated. Texts are well-formed; a failed or aborted reply has no effect on the
   * next one. Throws PromptTooLong when no prompt fits. `report` is called once, at the
   * end, if the model has begun to read.
   */
  async *generate(
    request: ReplyRequest,
    signal: AbortSignal,
    report?: (receipt: Receipt) => void,
  ): AsyncGenerator<ReplyPart, void, undefined> {
    const { conversation, completion } = request
    const throwIfCancelled = () => {
      signal.throwIfAborted()
      this.#closing.signal.throwIfAborted()
    }
    throwIfCancelled()
    const template = hasTools(request) ? this.#local.template.forTools() : this.#local.template
    const rendered = renderingOf(request)
    const prompt = this.#fit(request, (shorter) => template.tokens(shorter, rendered))
    const lane = await this.#lanes.acquire({ conversation, prompt: prompt.tokens }, signal)
    const sampling = { ...request.sampling, maxTokens: prompt.maxTokens }
    const reply = new LocalReply({
      ...{ local: this.#local, template, lane, conversation, prompt: prompt.tokens, sampling },
      common: conversation ? commonOf(request, prompt, template) : prompt.tokens.length,
      contextSize: this.#contextOf(request),
      seed: completion?.seed ?? this.#seed ?? randomInt(seeds),
      throwIfCancelled,
    })
    let finish: Receipt['finish'] = 'cut'
    try {
      const [first] = request.prompts
      yield* replyParts(reply, request, { template, opened: first && template.openedThought(first, rendered) })
      finish = reply.isCut ? 'length' : 'stop'
    } finally {
      this.#lanes.release(lane)
      const { turnsKept, turnsDropped } = prompt
      const { thoughtTokens, tokens } = reply
      const counts = { promptTokens: reply.promptTokens, ...reply.tally, replyTokens: tokens.length, thoughtTokens }
      report?.({ model: this.name, sampling: { ...sampling }, ...counts, turnsKept, turnsDropped, finish })
    }
  }

  /** Stops running replies and frees the model's memory; later ones fail. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The model is closed'))
    await this.#lanes.idle()
    await this.#local.dispose()
  }

  #contextOf({ contextTokens = Infinity }: ReplyRequest): number {
    return Math.min(this.#local.context.contextSize, contextTokens)
  }

  #fit(request: ReplyRequest, tokensOf: (prompt: Prompt) => readonly Token[]): FittedPrompt {
    const { prompts, sampling, reservedTokens } = request
    const { tools } = renderingOf(request)
    const options = {
      tokensOf,
      contextSize: this.#contextOf(request),
      maxTokens: sampling.maxTokens,
      reservedTokens,
      otherLength: tools.reduce(
        (sum, { description = '', parameters }) => sum + description.length + parameters.length,
        0,
      ),
    }
    for (const [index, prompt] of prompts.entries())
      try {
        const fitted = fitPrompt(prompt, options)
        request.onPrompt?.(index)
        return fitted
      } catch (error) {
        if (!(error instanceof PromptTooLong) || index === prompts.length - 1) throw error
      }
    throw new Error('A reply needs a prompt')
  }
}

/** A grammar determines the form of JSON, and of a call that must come, from the first token. */
function renderingOf({ completion }: ReplyRequest) {
  const callable = completion && callableOf(completion)
  const mayThink = !completion?.responseFormat && !callable?.isRequired
  return { tools: callable?.tools ?? [], mayThink }
}

/** How many of the first tokens of a prompt have nothing of its caller: see Lane. */
function commonOf({ common }: ReplyRequest, { tokens }: FittedPrompt, template: ChatTemplate): number {
  return common ? commonLength(tokens, template.commonTokens(common)) : 0
}

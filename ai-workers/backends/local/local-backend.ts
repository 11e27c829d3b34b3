import { randomInt } from 'node:crypto'
import type { ReplyReceipt, ReplySampling } from '../../../src/ports/reply-generator/reply-generator.js'
import type { Kind } from '../../../src/kinds.js'
import { buildPrompt, commonPrompts } from '../../prompts/build-prompt.js'
import { withNewestTurns } from '../../prompts/newest-turns.js'
import type { Prompt } from '../../prompts/prompt.js'
import type { BackendJob, ReportReceipt, TextBackend } from '../backend.js'
import { PromptTooLong } from '../prompt-too-long.js'
import { ChunkSizer } from './chunk-sizer.js'
import { conversationOf, type Conversation } from './conversation.js'
import { callableOf, hasTools, requireExpressible } from './reply/constraints.js'
import { commonLength, type ChatTemplate } from './chat-template.js'
import { DecodeRounds } from './decode-rounds.js'
import { fitPrompt, type FittedPrompt } from './fit-prompt.js'
import { Lane } from './lane.js'
import { Lanes } from './lanes.js'
import { loadLocalModel, type LocalModel, type LocalModelOptions } from './local-model.js'
import { LocalReply } from './reply/local-reply.js'
import { replyText } from './reply/reply-text.js'
import { fallbackSampling, reservedFor, samplings } from './sampling.js'

export interface LocalBackendOptions extends LocalModelOptions {
  /** Overrides single values of the sampling of attempt 1, by kind; that of the fallback is fixed by the contract. */
  readonly sampling?: Readonly<Record<Kind, Partial<ReplySampling>>>
  /** Makes replies reproducible; without it each reply has a random seed. */
  readonly seed?: number
  /** Epoch milliseconds: the date and time in a prompt. */
  readonly clock?: () => number
  /** The newest turns that a prompt has, without their dates: those that the model was trained on. All when unset. */
  readonly mostTurns?: number | undefined
  /** How long a cancel may wait while the model evaluates a prompt, in milliseconds; 150 when unset. */
  readonly chunkMs?: number
}

interface Generation {
  readonly job: BackendJob
  readonly conversation: Conversation | undefined
  readonly sampling: ReplySampling
  readonly signal: AbortSignal
  readonly report: ReportReceipt | undefined
}

const seeds = 2 ** 31

/** A GGUF model on this machine. */
export class LocalBackend implements TextBackend {
  readonly name: string
  readonly #lanes: Lanes
  readonly #closing = new AbortController()

  private constructor(
    private readonly local: LocalModel,
    private readonly options: LocalBackendOptions,
  ) {
    this.name = local.name
    const { context } = local
    const chunks = new ChunkSizer(options.chunkMs ?? 150, context.batchSize)
    const rounds = new DecodeRounds()
    this.#lanes = new Lanes(Array.from({ length: context.totalSequences }, () => new Lane(context, chunks, rounds)))
  }

  /**
   * Loads the model. Throws the errors of the library: the file is missing, it is not a model, there is no binary for
   * this machine.
   */
  static async open(options: LocalBackendOptions): Promise<LocalBackend> {
    return new LocalBackend(await loadLocalModel(options), options)
  }

  /** The GPU library, such as `cuda`; false on the CPU. */
  get gpu(): string | false {
    return this.local.model.llama.gpu
  }

  /** How many conversations it remembers at most, including the running ones. */
  get contexts(): number {
    return this.local.context.totalSequences
  }

  get contextTokens(): number {
    return this.local.context.contextSize
  }

  check(job: BackendJob): void {
    requireExpressible(job, () => this.local.template.forTools().callSyntax.triggerText)
  }

  /** See TextBackend. Chunks are well-formed; a failed or aborted generation has no effect on the next one. */
  stream(job: BackendJob, signal: AbortSignal, report?: ReportReceipt): AsyncGenerator<string, void, undefined> {
    const own = this.#samplingOf(job.kind)
    const most = forCompletion(job, own)
    // a job may shorten its reply in `fit`, but cannot occupy the model longer than the service allows
    const sampling = { ...most, ...job.sampling, maxTokens: most.maxTokens }
    return this.#generate({ job, conversation: conversationOf(job), sampling, signal, report })
  }

  complete(job: BackendJob, signal: AbortSignal, report?: ReportReceipt): Promise<string> {
    return this.#whole({
      job,
      conversation: conversationOf(job),
      sampling: forCompletion(job, fallbackSampling),
      signal,
      report,
    })
  }

  /**
   * Evaluates the common beginning of a kind's prompts and generates a token, so that the first caller does not wait
   * for it.
   */
  async warmUp(kind: Kind): Promise<void> {
    const job = { id: '', kind, model: '', message: '', history: [], searchAccess: false, deadline: Infinity }
    const sampling = { ...samplings[kind], maxTokens: 1 }
    await this.#whole({ job, conversation: undefined, sampling, signal: this.#closing.signal, report: undefined })
  }

  /** Stops running replies and frees the model's memory; later generations fail. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The model is closed'))
    await this.#lanes.idle()
    await this.local.dispose()
  }

  async #whole(generation: Generation): Promise<string> {
    let text = ''
    for await (const piece of this.#generate(generation)) text += piece
    return text
  }

  async *#generate(generation: Generation): AsyncGenerator<string, void, undefined> {
    const { job, signal, conversation } = generation
    const throwIfCancelled = () => {
      signal.throwIfAborted()
      this.#closing.signal.throwIfAborted()
    }
    throwIfCancelled()
    const template = hasTools(job) ? this.local.template.forTools() : this.local.template
    const prompt = this.#fit(generation, template)
    const lane = await this.#lanes.acquire({ conversation, prompt: prompt.tokens }, signal)
    const sampling = { ...generation.sampling, maxTokens: prompt.maxTokens }
    const reply = new LocalReply({
      ...{ local: this.local, template, lane, conversation, prompt: prompt.tokens, sampling },
      common: conversation ? this.#commonOf(job, prompt, template) : prompt.tokens.length,
      contextSize: this.#contextOf(job),
      seed: job.completion?.seed ?? this.options.seed ?? randomInt(seeds),
      throwIfCancelled,
    })
    let finish: ReplyReceipt['finish'] = 'cut'
    try {
      yield* replyText(reply, job, template)
      finish = reply.isCut ? 'length' : 'stop'
    } finally {
      this.#lanes.release(lane)
      const { turnsKept, turnsDropped } = prompt
      const replyTokens = reply.tokens.length
      const counts = { promptTokens: reply.promptTokens, ...reply.tally, replyTokens, turnsKept, turnsDropped }
      generation.report?.({ model: this.name, sampling: { ...sampling }, ...counts, finish })
    }
  }

  /** How many of the first tokens of a prompt have nothing of its caller: see Lane. */
  #commonOf(job: BackendJob, { tokens }: FittedPrompt, template: ChatTemplate): number {
    const prompts = commonPrompts(job)
    return prompts ? commonLength(tokens, template.commonTokens(prompts)) : 0
  }

  #samplingOf(kind: Kind): ReplySampling {
    return { ...samplings[kind], ...this.options.sampling?.[kind] }
  }

  #contextOf({ contextTokens = Infinity }: BackendJob): number {
    return Math.min(this.local.context.contextSize, contextTokens)
  }

  #fit({ job, sampling }: Generation, template: ChatTemplate): FittedPrompt {
    const { clock = Date.now, mostTurns } = this.options
    const now = clock()
    const newest = mostTurns === undefined ? job : withNewestTurns(job, mostTurns)
    const { tools = [] } = (job.completion && callableOf(job.completion)) ?? {}
    const maxTokens = Math.min(sampling.maxTokens, job.sampling?.maxTokens ?? Infinity)
    const options = {
      tokensOf: (shorter: Prompt) => template.tokens(shorter, tools),
      contextSize: this.#contextOf(job),
      maxTokens,
      reservedTokens: reservedFor(job, maxTokens, this.#samplingOf(job.kind).maxTokens),
      otherLength: tools.reduce(
        (sum, { description = '', parameters }) => sum + description.length + parameters.length,
        0,
      ),
    }
    const { references = '' } = job
    try {
      return fitPrompt(buildPrompt(newest, { now, references }), options)
    } catch (error) {
      if (references === '' || !(error instanceof PromptTooLong)) throw error
      // a search is optional: the message alone may fit
      return fitPrompt(buildPrompt(newest, { now }), options)
    }
  }
}

/** The sampling of a completion: V1_MAX_TOKENS limits it, and JSON repeats itself, which penalties would change. */
function forCompletion({ completion }: BackendJob, own: ReplySampling): ReplySampling {
  if (!completion) return own
  const isJson = completion.responseFormat !== undefined || callableOf(completion) !== undefined
  const penalties = isJson ? { repeatPenalty: 1, frequencyPenalty: 0, presencePenalty: 0 } : {}
  return { ...own, ...penalties, maxTokens: completion.maxTokens }
}

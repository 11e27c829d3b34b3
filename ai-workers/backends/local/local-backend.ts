import { randomInt } from 'node:crypto'
import type { Token } from 'node-llama-cpp'
import type { ReplyReceipt, ReplySampling } from '../../../src/ports/reply-generator/reply-generator.js'
import type { Kind } from '../../../src/kinds.js'
import { buildPrompt } from '../../prompts/build-prompt.js'
import { withNewestTurns } from '../../prompts/newest-turns.js'
import type { Prompt } from '../../prompts/prompt.js'
import type { BackendJob, ReportReceipt, TextBackend } from '../backend.js'
import { PromptTooLong } from '../prompt-too-long.js'
import { ChunkSizer } from './chunk-sizer.js'
import { conversationOf } from './conversation.js'
import type { Conversation } from './conversation.js'
import { DecodeRounds } from './decode-rounds.js'
import { evaluation } from './evaluation.js'
import { fitPrompt } from './fit-prompt.js'
import type { FittedPrompt } from './fit-prompt.js'
import { Lane } from './lane.js'
import { Lanes } from './lanes.js'
import { loadLocalModel } from './local-model.js'
import type { LocalModel, LocalModelOptions } from './local-model.js'
import { fallbackSampling, samplings } from './sampling.js'
import { StopMarkers } from './stop-markers.js'
import { TokenText } from './token-text.js'

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
  private readonly lanes: Lanes
  private readonly closing = new AbortController()

  private constructor(
    private readonly local: LocalModel,
    private readonly options: LocalBackendOptions,
  ) {
    this.name = local.name
    const { context } = local
    const chunks = new ChunkSizer(options.chunkMs ?? 150, context.batchSize)
    const rounds = new DecodeRounds()
    this.lanes = new Lanes(Array.from({ length: context.totalSequences }, () => new Lane(context, chunks, rounds)))
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

  /** See TextBackend. Chunks are well-formed; a failed or aborted generation has no effect on the next one. */
  stream(job: BackendJob, signal: AbortSignal, report?: ReportReceipt): AsyncGenerator<string, void, undefined> {
    const own = { ...samplings[job.kind], ...this.options.sampling?.[job.kind] }
    // a job may shorten its reply in `fit`, but cannot occupy the model longer than the service allows
    const sampling = { ...own, ...job.sampling, maxTokens: own.maxTokens }
    return this.generate({ job, conversation: conversationOf(job), sampling, signal, report })
  }

  complete(job: BackendJob, signal: AbortSignal, report?: ReportReceipt): Promise<string> {
    return this.whole({ job, conversation: conversationOf(job), sampling: fallbackSampling, signal, report })
  }

  /**
   * Evaluates the common beginning of a kind's prompts and generates a token, so that the first caller does not wait
   * for it.
   */
  async warmUp(kind: Kind): Promise<void> {
    const job = { id: '', kind, model: '', message: '', history: [], searchAccess: false, deadline: Infinity }
    const sampling = { ...samplings[kind], maxTokens: 1 }
    await this.whole({ job, conversation: undefined, sampling, signal: this.closing.signal, report: undefined })
  }

  /** Stops running replies and frees the model's memory; later generations fail. */
  async close(): Promise<void> {
    this.closing.abort(new Error('The model is closed'))
    await this.lanes.idle()
    await this.local.dispose()
  }

  private async whole(generation: Generation): Promise<string> {
    let text = ''
    for await (const piece of this.generate(generation)) text += piece
    return text
  }

  private async *generate(generation: Generation): AsyncGenerator<string, void, undefined> {
    const { signal, conversation } = generation
    const throwIfCancelled = () => {
      signal.throwIfAborted()
      this.closing.signal.throwIfAborted()
    }
    throwIfCancelled()
    const prompt = this.fit(generation)
    const lane = await this.lanes.acquire({ conversation, prompt: prompt.tokens }, signal)
    const tally = { reusedTokens: 0, readTokens: 0 }
    const reply: Token[] = []
    const sampling = { ...generation.sampling, maxTokens: prompt.maxTokens }
    let finish: ReplyReceipt['finish'] = 'cut'
    try {
      const options = evaluation(sampling, this.options.seed ?? randomInt(seeds), reply)
      const text = new TokenText((tokens, before) => this.local.model.detokenize(tokens, false, before))
      const markers = new StopMarkers([...this.local.template.stopTexts, ...(generation.job.stops ?? [])])
      let end: 'stop' | 'length' = 'stop'
      for await (const token of lane.run({ conversation, prompt: prompt.tokens, options, throwIfCancelled, tally })) {
        if (this.local.template.isStop(token)) break
        reply.push(token)
        const piece = markers.push(text.push(token))
        if (piece !== '') yield piece
        if (markers.isStopped) break
        if (reply.length >= sampling.maxTokens) {
          end = 'length'
          break
        }
      }
      const rest = markers.rest()
      if (rest !== '') yield rest
      finish = end
    } finally {
      this.lanes.release(lane)
      const { tokens, turnsKept, turnsDropped } = prompt
      const counts = { promptTokens: tokens.length, ...tally, replyTokens: reply.length, turnsKept, turnsDropped }
      generation.report?.({ model: this.name, sampling: { ...sampling }, ...counts, finish })
    }
  }

  private fit({ job, sampling }: Generation): FittedPrompt {
    const { clock = Date.now, mostTurns } = this.options
    const now = clock()
    const newest = mostTurns === undefined ? job : withNewestTurns(job, mostTurns)
    const options = {
      tokensOf: (shorter: Prompt) => this.local.template.tokens(shorter),
      contextSize: Math.min(this.local.context.contextSize, job.contextTokens ?? Infinity),
      maxTokens: Math.min(sampling.maxTokens, job.sampling?.maxTokens ?? Infinity),
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

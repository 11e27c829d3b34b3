import type { LlamaContext, LlamaContextSequence, SequenceEvaluateOptions, Token } from 'node-llama-cpp'
import type { ChunkSizer } from './chunk-sizer.js'
import type { Conversation } from './conversation.js'
import type { DecodeRounds } from './decode-rounds.js'

interface LaneRun {
  /** The conversation that the lane holds from now on; undefined for a prompt of the service itself. */
  readonly conversation: Conversation | undefined
  readonly prompt: readonly Token[]
  /** How many of the first tokens of the prompt contain nothing of its conversation: other ones may reuse them. */
  readonly common?: number
  readonly options: SequenceEvaluateOptions
  /** Throws when the reply was cancelled; called between chunks and after every token. */
  readonly throwIfCancelled: () => void
  /**
   * Counters that grow during the run: tokens of the prompt found in the lane, those of them that another conversation
   * has left, and tokens read into it.
   */
  readonly tally: { reusedTokens: number; sharedTokens?: number; readTokens: number }
}

/**
 * One sequence of the context. It keeps evaluated tokens, so that a prompt with the same beginning continues from
 * there. For others than those whose conversation it holds, only tokens without anything of that conversation count:
 * the time and the receipt of a reply would show how much of another's words a prompt has guessed.
 */
export class Lane {
  #current: Conversation | undefined
  #common = 0
  #sequence: LlamaContextSequence | undefined

  constructor(
    private readonly context: LlamaContext,
    private readonly chunks: ChunkSizer,
    private readonly rounds: DecodeRounds,
  ) {}

  get conversation(): Conversation | undefined {
    return this.#current
  }

  /** How many tokens of a prompt of a conversation are known already. */
  knownTokens(prompt: readonly Token[], conversation?: Conversation): number {
    const tokens = this.#sequence?.contextTokens ?? []
    const different = tokens.findIndex((token, index) => token !== prompt[index])
    const usable = this.#isOf(conversation) ? tokens.length : this.#common
    // the last token is always evaluated, because the reply continues it
    return Math.min(different < 0 ? tokens.length : different, usable, prompt.length - 1)
  }

  /** Reads the prompt, then yields token after token until the model ends. The end token is not included. */
  async *run({
    conversation,
    prompt,
    common = conversation ? 0 : prompt.length,
    options,
    throwIfCancelled,
    tally,
  }: LaneRun): AsyncGenerator<Token, void, undefined> {
    throwIfCancelled()
    if (this.#sequence?.disposed) this.#sequence = undefined
    const sequence = (this.#sequence ??= this.context.getSequence())
    const start = this.knownTokens(prompt, conversation)
    const isOwn = this.#isOf(conversation)
    this.#current = conversation
    this.#common = common
    await this.#guard(() => sequence.eraseContextTokenRanges([{ start, end: sequence.nextTokenIndex }]))
    tally.reusedTokens = sequence.nextTokenIndex
    tally.sharedTokens = isOwn ? 0 : tally.reusedTokens
    const count = () => (tally.readTokens = Math.min(sequence.nextTokenIndex, prompt.length) - tally.reusedTokens)
    let rest = prompt.slice(sequence.nextTokenIndex)
    for (let size = this.chunks.next(rest.length); size < rest.length; size = this.chunks.next(rest.length)) {
      throwIfCancelled()
      const chunk = rest.slice(0, size)
      await this.#timed(chunk.length, () => sequence.evaluateWithoutGeneratingNewTokens(chunk))
      count()
      rest = rest.slice(chunk.length)
    }
    throwIfCancelled()
    const tokens = sequence.evaluate(rest, options)
    this.rounds.enter(this)
    try {
      let next = await this.#timed(rest.length, () => tokens.next())
      for (;;) {
        count()
        throwIfCancelled()
        if (next.done) return
        const round = this.rounds.arrive(this)
        yield next.value
        await round
        throwIfCancelled()
        next = await this.#guard(() => tokens.next())
      }
    } finally {
      this.rounds.leave(this)
      await tokens.return()
    }
  }

  #isOf(conversation: Conversation | undefined): boolean {
    return conversation !== undefined && conversation.reusableBy === this.#current?.reusableBy
  }

  async #timed<T>(tokens: number, work: () => Promise<T>): Promise<T> {
    const started = performance.now()
    const result = await this.#guard(work)
    this.chunks.measured(tokens, performance.now() - started)
    return result
  }

  /** After a failure the content of the sequence is unknown: the next run starts with a new one. */
  async #guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const broken = this.#sequence
      this.#sequence = undefined
      this.#current = undefined
      await broken?.dispose()
      throw error
    }
  }
}

import {
  conversationOf,
  LocalReplies,
  type LocalRepliesOptions,
  type ReplyPart,
  type ReplyRequest,
  type ReplySampling,
} from '@parley/engine'
import type { Kind } from '../../src/kinds.js'
import type { ReplyReceipt } from '../../src/ports/reply-generator/reply-generator.js'
import { buildPrompt, commonPrompts, type PromptMoment } from '../prompts/build-prompt.js'
import { demonstrationPrompt } from '../prompts/demonstration-prompt.js'
import { type GreetingPlace, withoutGreeting } from '../prompts/greeting.js'
import { keptOf } from '../prompts/kept.js'
import { jobsWithFewerExtras, withoutExtras } from '../prompts/lore.js'
import type { BackendJob, TextBackend } from './backend.js'
import { joinedParts } from './joined-parts.js'
import {
  completionSampling,
  fallbackSampling,
  mostTokensOf,
  neutralSampling,
  ofFallback,
  reservedFor,
  samplings,
} from './sampling.js'

export interface LocalBackendOptions extends LocalRepliesOptions {
  /** Overrides single values of the sampling of attempt 1, by kind; that of the fallback is fixed by the contract. */
  readonly sampling?: Readonly<Record<Kind, Partial<ReplySampling>>>
  /** Epoch milliseconds: the date and time in a prompt. */
  readonly clock?: () => number
  /** Of the bundled model: the newest turns that its prompts have, as it was trained on them. All when unset. */
  readonly mostTurns?: number | undefined
}

/** A GGUF model on this machine: jobs become prompts, with the sampling of their kind. */
export class LocalBackend implements TextBackend {
  readonly #replies: LocalReplies
  readonly #options: LocalBackendOptions

  private constructor(replies: LocalReplies, options: LocalBackendOptions) {
    this.#replies = replies
    this.#options = options
  }

  /** Throws as `LocalReplies.open`. */
  static async open(options: LocalBackendOptions): Promise<LocalBackend> {
    return new LocalBackend(await LocalReplies.open(options), options)
  }

  get name(): string {
    return this.#replies.name
  }

  /** See LocalReplies. */
  get gpu(): string | false {
    return this.#replies.gpu
  }

  /** See LocalReplies. */
  get contexts(): number {
    return this.#replies.contexts
  }

  get contextTokens(): number {
    return this.#replies.contextTokens
  }

  get hasThoughts(): boolean {
    return this.#replies.hasThoughts
  }

  countTokens(texts: readonly string[]): readonly number[] {
    return texts.map((text) => this.#replies.countTokens(text))
  }

  check(job: BackendJob): void {
    this.#replies.check(job)
  }

  /** See TextBackend. Texts are well-formed; a failed or aborted generation has no effect on the next one. */
  stream(
    job: BackendJob,
    signal: AbortSignal,
    report?: (receipt: ReplyReceipt) => void,
  ): AsyncGenerator<ReplyPart, void, undefined> {
    return this.#generate(job, this.#samplingFor(job), { signal, report })
  }

  complete(
    job: BackendJob,
    signal: AbortSignal,
    report?: (receipt: ReplyReceipt) => void,
  ): Promise<readonly ReplyPart[]> {
    const maxTokens = Math.min(fallbackSampling.maxTokens, job.sampling?.maxTokens ?? Infinity)
    const sampling = job.completion ? this.#samplingFor(job) : { ...fallbackSampling, maxTokens }
    return joinedParts(this.#generate(ofFallback(job), sampling, { signal, report }))
  }

  /**
   * Evaluates the common beginning of a kind's prompts and generates a token, so that the first caller does not wait
   * for it.
   */
  async warmUp(kind: Kind): Promise<void> {
    const job = { id: '', kind, model: '', message: '', history: [], searchAccess: false, deadline: Infinity }
    const request = this.#requestOf(job, { ...samplings[kind], maxTokens: 1 })
    await joinedParts(this.#replies.generate({ ...request, conversation: undefined }, new AbortController().signal))
  }

  /** Stops running replies and frees the model's memory; later generations fail. */
  close(): Promise<void> {
    return this.#replies.close()
  }

  #generate(
    job: BackendJob,
    sampling: ReplySampling,
    { signal, report }: { signal: AbortSignal; report: ((receipt: ReplyReceipt) => void) | undefined },
  ): AsyncGenerator<ReplyPart, void, undefined> {
    let sent = job
    const request = this.#requestOf(job, sampling, (fitting) => (sent = fitting))
    return this.#replies.generate(request, signal, (receipt) => report?.({ ...receipt, ...keptOf(job, sent) }))
  }

  /** `onFit` is called with the job whose prompt fits. */
  #requestOf(job: BackendJob, sampling: ReplySampling, onFit?: (fitting: BackendJob) => void): ReplyRequest {
    const { id, caller, reusableBy = caller, references = '' } = job
    const { clock = Date.now, mostTurns } = this.#options
    const now = clock()
    const placed = { ...job, greetingPlace: this.#greetingPlace(job) }
    const promptOf = (one: BackendJob, moment: PromptMoment) =>
      mostTurns === undefined ? buildPrompt(one, moment) : demonstrationPrompt(one, moment, mostTurns)
    const shorter = withoutGreeting(placed)
    const tries = [
      // a search is optional, and so are passages of files, lore, the text of a persona and a greeting: the message alone may fit
      ...(references === '' ? [] : [{ one: placed, references }]),
      ...jobsWithFewerExtras(placed).map((one) => ({ one, references: '' })),
      ...(shorter ? [{ one: withoutExtras(shorter), references: '' }] : []),
    ]
    return {
      conversation: conversationOf(reusableBy ?? `job:${id}`, saidBy(job)),
      prompts: tries.map(({ one, references: given }) => promptOf(one, { now, references: given })),
      onPrompt: (index) => {
        if (references !== '') job.onReferences?.(index === 0)
        onFit?.(tries[index]?.one ?? job)
      },
      common: commonPrompts(placed),
      sampling,
      reservedTokens: reservedFor(job, sampling.maxTokens, this.#samplingOf(job.kind).maxTokens),
      contextTokens: job.contextTokens,
      completion: job.completion,
      stops: job.stops,
    }
  }

  #greetingPlace({ character }: BackendJob): GreetingPlace {
    if (this.#options.mostTurns !== undefined) return 'system'
    const { system, hasAssistantFirst } = this.#replies.abilities
    const hasExamples = (character?.examples ?? []).length > 0
    return hasAssistantFirst && (system === 'anywhere' || !hasExamples) ? 'turn' : 'system'
  }

  #samplingFor(job: BackendJob): ReplySampling {
    const { kind, sampling, completion } = job
    const own = this.#samplingOf(kind)
    // the bundled model was tuned with that of its service
    const { temperature, topP } = this.#options.mostTurns === undefined ? neutralSampling : own
    if (completion) return completionSampling({ sampling: { temperature, topP, ...sampling } }, completion)
    // a job may shorten its reply, but cannot occupy the model longer than the service allows
    const most = mostTokensOf(job, this.#options.sampling?.[kind].maxTokens)
    return { ...own, ...sampling, maxTokens: Math.min(most, sampling?.maxTokens ?? Infinity) }
  }

  #samplingOf(kind: Kind): ReplySampling {
    return { ...samplings[kind], ...this.#options.sampling?.[kind] }
  }
}

/** The messages of the user, oldest first. */
function saidBy({ history, message, completion }: BackendJob): string[] {
  const { messages } = completion ?? {}
  if (!messages) return [...history.map(({ inputData }) => inputData), message]
  return messages.filter(({ role }) => role === 'user').map(({ text }) => text)
}

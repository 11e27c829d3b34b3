import type { ReplyPart } from '@parley/engine'
import type { GreetingPlace } from '../prompts/greeting.js'
import type { ModelState, ReplyJob, ReplyReceipt } from '../../src/ports/reply-generator/reply-generator.js'

/** A job with the data that the worker adds. */
export interface BackendJob extends ReplyJob {
  /** Search results as formatReferences writes them; none when unset. */
  readonly references?: string
  /** Called with each prompt: whether it has the references, which are left out where they do not fit. */
  readonly onReferences?: ((areGiven: boolean) => void) | undefined
  /** See GreetingPlace; `turn` when unset. */
  readonly greetingPlace?: GreetingPlace
}

/** How a reply ended, with its measurements if the backend counts tokens. */
export type ReplyReport = ReplyReceipt | Pick<ReplyReceipt, 'finish'>

/** Called at most once, when the generation has ended in any way. */
export type ReportReceipt = (report: ReplyReport) => void

/**
 * One model behind one interface. Both calls must end soon (within one chunk) after `signal` is aborted, by throwing or by
 * stopping: the worker keeps the slot until they do. Messages of thrown errors are logged, so they never carry a prompt
 * or a reply. A prompt that cannot fit throws PromptTooLong, a hosted model HostedFailure, a local model that is away
 * UNAVAILABLE. A backend hands how the reply ended to `report`.
 */
export interface TextBackend {
  readonly name: string
  /** A model that is not `ready` gets no job; unset means that it always is. */
  readonly state?: ModelState
  /** Tokens of prompt and reply together; unset while unknown. */
  readonly contextTokens?: number | undefined
  /** Whether it shows thoughts before its replies; unset while unknown. */
  readonly hasThoughts?: boolean | undefined
  /** The tokens of each text; unset where only its server knows. */
  countTokens?(texts: readonly string[]): readonly number[]
  /** Throws BAD_USER_INPUT for a job that the model cannot follow, before the job waits at its worker; costs little. */
  check?(job: BackendJob): void
  /** The reply while it is generated. Texts may be empty and may split a surrogate pair. */
  stream(job: BackendJob, signal: AbortSignal, report?: ReportReceipt): AsyncIterable<ReplyPart>
  /** The whole reply in one piece: the second try of the fallback rule, which a model without it does not get. */
  complete?(job: BackendJob, signal: AbortSignal, report?: ReportReceipt): Promise<readonly ReplyPart[]>
}

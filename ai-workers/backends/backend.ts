import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'

/**
 * One model behind one interface. Both calls must end soon (within one chunk) after `signal` is aborted, by throwing or by
 * stopping: the worker keeps the slot until they do. Messages of thrown errors are logged, so they never carry a prompt
 * or a reply. A prompt that cannot fit throws PromptTooLong.
 */
export interface TextBackend {
  readonly name: string
  /** The reply as it is made. Chunks may be empty and may split a surrogate pair. */
  stream(job: ReplyJob, signal: AbortSignal): AsyncIterable<string>
  /** The whole reply in one piece: the second try of the fallback rule. */
  complete(job: ReplyJob, signal: AbortSignal): Promise<string>
}

import type { ReplySampling } from '@parley/engine'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import type { Kind } from '../../src/kinds.js'
import type { CompletionOptions } from '../../src/tool-calls/completion-options.js'

/** The primary path (contract: ai-workers.11). */
export const samplings: Readonly<Record<Kind, ReplySampling>> = {
  office: {
    maxTokens: 1_024,
    temperature: 0.7,
    topP: 0.9,
    minP: 0.1,
    topK: 0,
    repeatPenalty: 1.08,
    frequencyPenalty: 0.1,
    presencePenalty: 0.1,
  },
  character: {
    maxTokens: 256,
    temperature: 0.8,
    topP: 0.9,
    minP: 0.1,
    topK: 40,
    repeatPenalty: 1.05,
    frequencyPenalty: 0,
    presencePenalty: 0,
  },
}

/** The second try (contract: ai-workers.11). */
export const fallbackSampling: ReplySampling = {
  maxTokens: 1_024,
  temperature: 0.7,
  topP: 0.9,
  minP: 0,
  topK: 0,
  repeatPenalty: 1.08,
  frequencyPenalty: 0,
  presencePenalty: 0,
}

/**
 * A completion, whose caller sets what it wants: penalties would change JSON, code and the arguments of tools, which
 * repeat themselves. The other values are the defaults of the protocol (ADR 0131).
 */
export const neutralSampling: Omit<ReplySampling, 'maxTokens'> = {
  temperature: 1,
  topP: 1,
  minP: 0,
  topK: 0,
  repeatPenalty: 1,
  frequencyPenalty: 0,
  presencePenalty: 0,
}

/** The sampling of a completion, in each attempt. */
export function completionSampling(
  { sampling = {} }: Pick<ReplyJob, 'sampling'>,
  { maxTokens }: Pick<CompletionOptions, 'maxTokens'>,
): ReplySampling {
  const asked = { ...neutralSampling, ...sampling }
  return { ...asked, topK: Math.max(0, asked.topK), maxTokens: Math.min(maxTokens, sampling.maxTokens ?? Infinity) }
}

/** The most tokens of the first attempt; `ofOperator` is the limit that the operator has set. */
export function mostTokensOf({ kind, replyTokens }: ReplyJob, ofOperator: number | undefined): number {
  return ofOperator ?? replyTokens ?? samplings[kind].maxTokens
}

/**
 * The tokens that a prompt leaves to its reply, which has at most `most`. A job may have a longer reply than the `service`
 * allows, but loses turns for that only if the caller of a completion requests it.
 */
export function reservedFor({ sampling, completion, replyTokens }: ReplyJob, most: number, service: number): number {
  const isReserved = completion ? sampling?.maxTokens !== undefined : replyTokens === undefined
  return isReserved ? most : Math.min(most, service)
}

/** The job of the second try, whose limit is fixed. */
export function ofFallback<Job extends ReplyJob>(job: Job): Job {
  return { ...job, replyTokens: undefined }
}

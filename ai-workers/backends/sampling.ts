import type { ReplySampling } from '@parley/engine'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import type { Kind } from '../../src/kinds.js'

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

/** The most tokens of the first attempt; `ofOperator` is the limit that the operator has set. */
export function mostTokensOf({ kind, completion, replyTokens }: ReplyJob, ofOperator: number | undefined): number {
  return completion?.maxTokens ?? ofOperator ?? replyTokens ?? samplings[kind].maxTokens
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

import type { ReplySampling } from '@parley/engine'
import type { AskedSampling, ReplyJob } from '../../../src/ports/reply-generator/reply-generator.js'
import { limits } from '../../../src/limits.js'
import { neutralSampling } from '../sampling.js'

/** The tokens that the prompt of a room leaves to a reply without a limit of its own. */
export const reservedTokens = 2_048
/** The values of a job that the protocol has: a hosted model gets only those that the room or the caller has set. */
export function askedSampling({ sampling = {}, completion }: Pick<ReplyJob, 'sampling' | 'completion'>): AskedSampling {
  const { maxTokens, temperature, topP, frequencyPenalty, presencePenalty } = sampling
  return {
    ...(maxTokens === undefined ? {} : { maxTokens: Math.min(maxTokens, completion?.maxTokens ?? Infinity) }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(frequencyPenalty === undefined ? {} : { frequencyPenalty }),
    ...(presencePenalty === undefined ? {} : { presencePenalty }),
  }
}

/** The sampling for the receipt: what is not sent is what the protocol says. */
export function effectiveSampling(sent: AskedSampling): ReplySampling {
  return { ...neutralSampling, maxTokens: limits.completionTokens, ...sent }
}

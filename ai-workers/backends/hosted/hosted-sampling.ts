import type { ReplySampling } from '@parley/engine'
import type { ReplyJob } from '../../../src/ports/reply-generator/reply-generator.js'
import type { Kind } from '../../../src/kinds.js'

/** The upper bound of tokens, whatever a job of a service requests (contract: ai-workers.13). */
export const hostedMaxTokens = 2_048
/** Options that the protocol lacks. */
const unsent = { minP: 0, topK: 0, repeatPenalty: 1 } as const

const samplings: Readonly<Record<Kind, Pick<ReplySampling, 'temperature' | 'topP'>>> = {
  office: { temperature: 0.7, topP: 0.9 },
  character: { temperature: 0.8, topP: 0.95 },
}

/** The sampling of a hosted model: the contract's values, overridden by those of the job. */
export function hostedSampling({
  kind,
  sampling = {},
  completion,
}: Pick<ReplyJob, 'kind' | 'sampling' | 'completion'>): ReplySampling {
  const base = samplings[kind]
  return {
    maxTokens: Math.min(completion?.maxTokens ?? hostedMaxTokens, sampling.maxTokens ?? Infinity),
    temperature: sampling.temperature ?? base.temperature,
    topP: sampling.topP ?? base.topP,
    frequencyPenalty: sampling.frequencyPenalty ?? 0,
    presencePenalty: sampling.presencePenalty ?? 0,
    ...unsent,
  }
}

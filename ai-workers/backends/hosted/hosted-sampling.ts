import type { ReplyJob, ReplySampling } from '../../../src/ports/reply-generator/reply-generator.js'
import type { Kind } from '../../../src/kinds.js'

/** The upper bound of tokens, whatever the job requests (contract: ai-workers.13). */
const maxTokens = 2_048
/** Options that the protocol lacks. */
const unsent = { minP: 0, topK: 0, repeatPenalty: 1 } as const

const samplings: Readonly<Record<Kind, Pick<ReplySampling, 'temperature' | 'topP'>>> = {
  office: { temperature: 0.7, topP: 0.9 },
  character: { temperature: 0.8, topP: 0.95 },
}

/** The sampling of a hosted model: the contract's values, overridden by those of the job. */
export function hostedSampling({ kind, sampling = {} }: Pick<ReplyJob, 'kind' | 'sampling'>): ReplySampling {
  const base = samplings[kind]
  return {
    maxTokens: Math.min(maxTokens, sampling.maxTokens ?? maxTokens),
    temperature: sampling.temperature ?? base.temperature,
    topP: sampling.topP ?? base.topP,
    frequencyPenalty: sampling.frequencyPenalty ?? 0,
    presencePenalty: sampling.presencePenalty ?? 0,
    ...unsent,
  }
}

import type { ReplySampling } from '@parley/engine'
import type { AskedSampling, ReplyJob } from '../../../src/ports/reply-generator/reply-generator.js'
import { limits } from '../../../src/limits.js'
import { neutralSampling } from '../sampling.js'
import type { RequestParameters } from './provider-parameters.js'

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

const parameterOf = {
  maxTokens: 'max_tokens',
  temperature: 'temperature',
  topP: 'top_p',
  frequencyPenalty: 'frequency_penalty',
  presencePenalty: 'presence_penalty',
} as const satisfies Record<keyof AskedSampling, string>

/** The sampling for the receipt: what is not sent is what the protocol says. */
export function effectiveSampling(asked: AskedSampling, parameters: Pick<RequestParameters, 'has'>): ReplySampling {
  const sent = (name: keyof AskedSampling) => (parameters.has(parameterOf[name]) ? asked[name] : undefined)
  return {
    ...neutralSampling,
    maxTokens: sent('maxTokens') ?? limits.completionTokens,
    temperature: sent('temperature') ?? neutralSampling.temperature,
    topP: sent('topP') ?? neutralSampling.topP,
    frequencyPenalty: sent('frequencyPenalty') ?? neutralSampling.frequencyPenalty,
    presencePenalty: sent('presencePenalty') ?? neutralSampling.presencePenalty,
  }
}

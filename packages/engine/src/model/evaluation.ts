import type { SequenceEvaluateOptions, Token } from 'node-llama-cpp'
import type { ReplySampling } from './sampling.js'

/** The number of last tokens to which the repetition penalty applies. */
const penaltyWindow = 64

/** Converts the sampling to the library's options. The caller appends to `reply` during the evaluation. */
export function evaluation(sampling: ReplySampling, seed: number, reply: readonly Token[]): SequenceEvaluateOptions {
  const { temperature, topP, minP, topK, repeatPenalty, frequencyPenalty, presencePenalty } = sampling
  return {
    temperature,
    topP,
    minP,
    topK,
    seed,
    repeatPenalty: {
      penalty: repeatPenalty,
      frequencyPenalty,
      presencePenalty,
      maxPunishTokens: penaltyWindow,
      punishTokens: () => reply.slice(-penaltyWindow),
    },
  }
}

import type { WorkerKind } from '../../../src/ports/reply-generator/reply-generator.js'

/** How the next token is drawn. A plain object of numbers, so that it can be configured and reported. */
export interface Sampling {
  /** Length limit of a reply, in tokens. */
  readonly maxTokens: number
  /** 0 always takes the likeliest token. */
  readonly temperature: number
  /** Of the likeliest tokens, as many as make up this share; 1 is all. */
  readonly topP: number
  /** Least likelihood, as a share of the likeliest token's; 0 is none. */
  readonly minP: number
  /** As many of the likeliest tokens; 0 is all. */
  readonly topK: number
  /** Divides the score of what the reply said recently; 1 is off. The two below subtract from it; 0 is off. */
  readonly repeatPenalty: number
  readonly frequencyPenalty: number
  readonly presencePenalty: number
}

/** The primary path (decisions, section 8). */
export const samplings: Readonly<Record<WorkerKind, Sampling>> = {
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

/** The second try (contract: Fallback generation). */
export const fallbackSampling: Sampling = {
  maxTokens: 1_024,
  temperature: 0.7,
  topP: 0.9,
  minP: 0,
  topK: 0,
  repeatPenalty: 1.08,
  frequencyPenalty: 0,
  presencePenalty: 0,
}

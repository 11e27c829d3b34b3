/** How the next token is chosen. A plain object of numbers, so that it can be configured and reported. */
export interface ReplySampling {
  /** Length limit of a reply, in tokens. */
  readonly maxTokens: number
  /** 0 always chooses the most likely token. */
  readonly temperature: number
  /** Limits the choice to the most likely tokens that make up this share of probability; 1 disables the limit. */
  readonly topP: number
  /** Minimum probability, as a share of the most likely token's; 0 disables the limit. */
  readonly minP: number
  /** Limits the choice to this many of the most likely tokens; 0 disables the limit. */
  readonly topK: number
  /** Divides the score of recently used tokens; 1 is off. The two below are subtracted from it; 0 is off. */
  readonly repeatPenalty: number
  readonly frequencyPenalty: number
  readonly presencePenalty: number
}

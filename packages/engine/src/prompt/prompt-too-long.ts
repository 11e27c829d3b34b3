export interface PromptSize {
  /** Of the shortest prompt, without the turns that can be left out. */
  readonly promptTokens: number
  /** Of prompt and reply together; unset when the server of the model has refused a prompt that should fit. */
  readonly contextTokens?: number | undefined
  /** Whether the prompt was not counted by the tokenizer of the model. */
  readonly isEstimate: boolean
}

/** The prompt does not fit the context even with an empty history; a retry would fail the same way. */
export class PromptTooLong extends Error {
  constructor(readonly size: PromptSize) {
    super('The prompt does not fit the context')
    this.name = 'PromptTooLong'
  }
}

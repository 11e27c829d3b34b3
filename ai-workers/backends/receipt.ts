/** How a generation was made. Numbers only: no text of anybody. */
export interface Receipt {
  /** Which model answered, as an operator knows it. */
  readonly model: string
  readonly sampling: Readonly<Record<string, number>>
  readonly promptTokens: number
  /** Of `promptTokens`, those still known from the reply before: they were not read again. */
  readonly reusedTokens: number
  /** Of `promptTokens`, those read; fewer than the rest when it was stopped meanwhile. */
  readonly readTokens: number
  readonly replyTokens: number
  /** Earlier exchanges the model saw, and the oldest ones that did not fit. */
  readonly turnsKept: number
  readonly turnsDropped: number
  /** `stop`: the model ended it; `length`: the token limit did; `cut`: it was aborted, left or failed. */
  readonly finish: 'stop' | 'length' | 'cut'
}

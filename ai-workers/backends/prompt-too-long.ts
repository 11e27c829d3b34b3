/** The prompt cannot fit the context even with an empty history; another try would fail alike. */
export class PromptTooLong extends Error {
  constructor() {
    super('The prompt does not fit the context')
    this.name = 'PromptTooLong'
  }
}

/** The prompt does not fit the context even with an empty history; a retry would fail the same way. */
export class PromptTooLong extends Error {
  constructor() {
    super('The prompt does not fit the context')
    this.name = 'PromptTooLong'
  }
}

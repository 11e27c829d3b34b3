/** The model ended its reply without text, though perhaps with thoughts. */
export class EmptyReply extends Error {
  constructor() {
    super('The model gave no text')
  }
}

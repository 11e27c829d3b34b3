/** A model is unavailable as it was configured. The message is a sentence for an operator. */
export class ModelUnavailable extends Error {
  override readonly name = 'ModelUnavailable'
}

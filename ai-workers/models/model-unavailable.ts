/** A model cannot be had as it was asked for. The message is a sentence for an operator. */
export class ModelUnavailable extends Error {
  override readonly name = 'ModelUnavailable'
}

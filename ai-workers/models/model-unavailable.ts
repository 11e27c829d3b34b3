/** A model is unavailable as it was configured. The message is a sentence for an operator. */
export class ModelUnavailable extends Error {
  override readonly name = 'ModelUnavailable'
}

/** EX_TEMPFAIL of sysexits.h: how a worker ends that cannot have its model, so that it is not asked for again at once. */
export const modelUnavailable = 75

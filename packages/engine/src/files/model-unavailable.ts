/** A configured model is unavailable. The message is a sentence for an operator. */
export class ModelUnavailable extends Error {
  override readonly name = 'ModelUnavailable'
}

/** EX_TEMPFAIL of sysexits.h: a worker without its model exits with it, and is not restarted at once. */
export const modelUnavailable = 75

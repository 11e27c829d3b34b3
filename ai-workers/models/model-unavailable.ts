/** A configured model is unavailable. The message is a sentence for an operator. */
export class ModelUnavailable extends Error {
  override readonly name = 'ModelUnavailable'
}

/**
 * EX_TEMPFAIL of sysexits.h: the exit code of a worker whose model is unavailable, so that it is not restarted at once.
 */
export const modelUnavailable = 75

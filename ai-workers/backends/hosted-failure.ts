/** What is known of a failed request, for the code that decides what follows. */
interface FailedRequest {
  /** Unset: there was no response, or the failure came after its beginning. */
  readonly status?: number | undefined
  /** What `Retry-After` of the response says, in milliseconds. */
  readonly retryAfterMs?: number | undefined
  /** Whether the server was not reached, or something else answered in its place. */
  readonly isUnreached?: boolean
  /** Whether the server says that prompt and reply exceed the context of the model. */
  readonly isTooLong?: boolean
}

/**
 * A hosted model returned no complete reply. The message is for the caller: it has no secret, no address and no text of
 * the provider.
 */
export class HostedFailure extends Error {
  constructor(
    message: string,
    readonly request: FailedRequest = {},
    /** For the log alone. */
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

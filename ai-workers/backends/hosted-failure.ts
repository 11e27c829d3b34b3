/** What a provider says of a request that it refuses, without its text. */
export interface ProviderRefusal {
  readonly code?: string
  /** The name of a parameter of the request, as it was sent. */
  readonly parameter?: string
  /** Whether it never accepts that parameter, or not this value. */
  readonly isUnsupported: boolean
}

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
  /** Whether the reply ended without text, though perhaps with thoughts. */
  readonly isEmpty?: boolean
  /** Of a status that refuses the request. */
  readonly refusal?: ProviderRefusal | undefined
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

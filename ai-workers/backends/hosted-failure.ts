/**
 * A hosted model returned no complete reply. The message is for the caller: it has no secret, no address and no text of
 * the provider.
 */
export class HostedFailure extends Error {}

/** A hosted model gave no whole reply. The message is for the caller: no secret, no address, no text of the other side. */
export class HostedFailure extends Error {}

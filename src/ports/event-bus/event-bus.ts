/** An item of a subscription: one message, or the notice that some were dropped and the store must be read again. */
export type BusItem = { readonly kind: 'message'; readonly message: string } | { readonly kind: 'lagged' }

export interface SubscribeOptions {
  /** Unread items kept for this subscriber, at least 1; 256 when unset. Past it the unread ones become one `lagged`. */
  readonly limit?: number
}

/**
 * One subscriber's end of a topic. Parallel `next()` calls are answered in the order they were made. `return()` ends a
 * pending `next()` at once, drops what is unread and unregisters; it never throws.
 */
export interface Subscription extends AsyncIterableIterator<BusItem, undefined, undefined> {
  next(): Promise<IteratorResult<BusItem, undefined>>
  return(): Promise<IteratorReturnResult<undefined>>
}

/**
 * Wakes the subscribers of a topic. Messages are JSON text in publishing order per topic; each may be lost or doubled, so a
 * receiver that sees a gap, or a `lagged` item, reads the store. A slow subscriber is coalesced: it
 * never slows the publisher, never grows without bound and never ends the process.
 */
export interface EventBus {
  /** Never throws, never blocks; a topic without subscribers drops the message. */
  publish(topic: string, message: string): void
  /** Registered when the call returns: what is published before the first `next()` is not missed. After `close()` it has ended. */
  subscribe(topic: string, options?: SubscribeOptions): Subscription
  /** Ends every subscription, dropping what is unread; later messages go nowhere. */
  close(): void
}

/**
 * Text that is not a JSON object, or an object that JSON can carry. The subscribers of a process get the same object, which
 * must not be changed.
 */
export type BusMessage = string | object

/** An item of a subscription: one message, or the notice that some were dropped and the store must be read again. */
export type BusItem = { readonly kind: 'message'; readonly message: BusMessage } | { readonly kind: 'lagged' }

export interface SubscribeOptions {
  /** Unread items kept for this subscriber, at least 1; 256 by default. Beyond it they are replaced by one `lagged`. */
  readonly limit?: number
}

/**
 * One subscription to a topic. Parallel `next()` calls are answered in order. `return()` ends a pending `next()` at
 * once, drops unread items and unsubscribes; it never throws.
 */
export interface Subscription extends AsyncIterableIterator<BusItem, undefined, undefined> {
  /**
   * Resolves, within half a second, when messages of other instances arrive too: read the store after it. Never rejects;
   * undefined when they already do. While they cannot be reached it resolves as well, and `lagged` follows once they can.
   */
  readonly active: Promise<void> | undefined
  next(): Promise<IteratorResult<BusItem, undefined>>
  return(): Promise<IteratorReturnResult<undefined>>
}

/**
 * Notifies the subscribers of a topic, of this instance and of the others. Messages arrive in publishing order per topic. A
 * message may be lost or duplicated, so a receiver that sees a gap or a `lagged` item reads the store. A slow subscriber is
 * coalesced: it never slows the publisher, never grows without bound and never ends the process.
 */
export interface EventBus {
  /** Never throws, never blocks. Without subscribers the message is dropped. */
  publish(topic: string, message: BusMessage): void
  /**
   * Registered when the call returns: messages of this instance before the first `next()` are not missed. After `close()`
   * it has ended.
   */
  subscribe(topic: string, options?: SubscribeOptions): Subscription
  /**
   * Ends every subscription at once and drops unread items. Later messages are dropped. Resolves when the published ones
   * have been sent, at most a second later; never rejects.
   */
  close(): Promise<void>
}

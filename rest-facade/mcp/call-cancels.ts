import { hash } from 'node:crypto'

/** Notifies all instances. A message can be lost: the reply then goes on. */
interface CancelBus {
  publish(topic: string, message: string): void
  subscribe(topic: string): AsyncIterable<unknown> & { return(): Promise<unknown> }
}

/** The call of a client, as the client names it. */
export interface ClientCall {
  readonly callerId: string
  /** Of the `Mcp-Session-Id` header. */
  readonly sessionId: string
  readonly requestId: string | number
}

/**
 * Cancels calls of clients of 2025, which send `notifications/cancelled` as a request of its own: it can arrive at any instance,
 * and names the call by its id and by the id of the session, of which nothing else is kept.
 */
export class CallCancels {
  constructor(private readonly bus: CancelBus) {}

  cancel(call: ClientCall): void {
    this.bus.publish(topicOf(call), '')
  }

  /** Calls back when the call is cancelled, until the returned function is called. */
  watch(call: ClientCall, onCancel: () => void): () => void {
    const messages = this.bus.subscribe(topicOf(call))
    void readFirst(messages, onCancel)
    return () => void messages.return()
  }
}

async function readFirst(messages: AsyncIterable<unknown>, onCancel: () => void): Promise<void> {
  for await (const item of messages) {
    // a `lagged` item says that messages were lost, not what they were
    if (isMessage(item)) return onCancel()
  }
}

const isMessage = (item: unknown) =>
  typeof item === 'object' && item !== null && 'kind' in item && item.kind === 'message'

function topicOf({ callerId, sessionId, requestId }: ClientCall): string {
  return `mcp-cancel:${hash('sha256', JSON.stringify([callerId, sessionId, requestId]), 'hex')}`
}

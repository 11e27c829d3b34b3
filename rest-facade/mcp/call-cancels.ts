import { hash } from 'node:crypto'

/** Notifies all instances. A message can be lost: the reply then goes on. */
interface CancelBus {
  publish(topic: string, message: string): void
  /** `active` resolves soon, when messages of other instances arrive too. */
  subscribe(topic: string): AsyncIterable<unknown> & {
    readonly active: Promise<void> | undefined
    return(): Promise<unknown>
  }
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
    // an empty text would be a notice of lost messages
    this.bus.publish(topicOf(call), 'cancelled')
  }

  /** Calls back when the call is cancelled, until the returned function is called. Resolves when no cancel is missed. */
  async watch(call: ClientCall, onCancel: () => void): Promise<() => void> {
    const messages = this.bus.subscribe(topicOf(call))
    void readFirst(messages, onCancel)
    await messages.active
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

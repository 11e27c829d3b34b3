import { CompletionDocument } from '../operations/service-operations.generated.js'
import type { CompletionInput } from '../operations/service-operations.generated.js'
import type { SchemaSession, StreamingClient } from '../rows/schema-client.js'
import { watched } from '../rows/watched.js'
import type { Step } from './chat-completion.js'
import { refusalOf, refusalOfReply } from './schema-failures.js'

interface Begin<Session extends SchemaSession> {
  readonly client: StreamingClient<Session>
  readonly session: Session
  /** Aborted when the client has disconnected, which cancels the completion. */
  readonly gone: AbortSignal
}

/**
 * The steps of a completion; ends without a last one when the client has disconnected. Throws HttpError when the
 * completion is refused or fails.
 */
export async function* stepsOf<Session extends SchemaSession>(
  input: CompletionInput,
  { client, session, gone }: Begin<Session>,
): AsyncGenerator<Step, void, undefined> {
  const watching = { document: CompletionDocument, variables: { input }, session, over: gone, refuse: refusalOf }
  for await (const { completion: step } of watched(client, watching)) {
    if (step.error) throw refusalOfReply(step.error)
    yield step
    if (step.status === 'COMPLETED') return
  }
  if (!gone.aborted) throw new Error('a completion ended without an end')
}

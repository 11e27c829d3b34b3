import { CompletionDocument, type CompletionInput } from '../operations/service-operations.generated.js'
import type { SchemaCaller, StreamingClient } from '../rows/schema-client.js'
import { subscriptionResults } from '../rows/subscription-results.js'
import type { Step } from './chat-completion.js'
import { refusalOf, refusalOfReply } from './schema-failures.js'

interface CompletionContext<Caller extends SchemaCaller> {
  readonly client: StreamingClient<Caller>
  readonly caller: Caller
  /** Aborted when the client has disconnected, which cancels the completion. */
  readonly disconnected: AbortSignal
}

/**
 * The steps of a completion; ends without a last one when the client has disconnected. Throws HttpError when the
 * completion is refused or fails.
 */
export async function* stepsOf<Caller extends SchemaCaller>(
  input: CompletionInput,
  { client, caller, disconnected }: CompletionContext<Caller>,
): AsyncGenerator<Step, void, undefined> {
  const watching = {
    document: CompletionDocument,
    variables: { input },
    caller,
    signal: disconnected,
    refuse: refusalOf,
  }
  for await (const { completion: step } of subscriptionResults(client, watching)) {
    if (step.error) throw refusalOfReply(step.error)
    yield step
    if (step.status === 'COMPLETED') return
  }
  if (!disconnected.aborted) throw new Error('a completion ended without an end')
}

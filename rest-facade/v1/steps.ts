import { GraphQLError } from 'graphql'
import { CompletionDocument } from '../service-operations.generated.js'
import type { CompletionInput, CompletionSubscription } from '../service-operations.generated.js'
import type { SchemaResult, SchemaSession, StreamingClient } from '../schema-client.js'
import type { Step } from './chat-completion.js'
import { refusalOf, refusalOfReply } from './schema-failures.js'

interface Begin<Session extends SchemaSession> {
  readonly client: StreamingClient<Session>
  readonly session: Session
  /** Aborted when the reader is gone, which cancels the completion. */
  readonly gone: AbortSignal
}

/**
 * A completion step by step; over without a last one when its reader is gone. Throws HttpError for one that is refused or
 * fails.
 */
export async function* stepsOf<Session extends SchemaSession>(
  input: CompletionInput,
  { client, session, gone }: Begin<Session>,
): AsyncGenerator<Step, void, undefined> {
  const results = await client.watch(CompletionDocument, { input }, session)
  if (!(Symbol.asyncIterator in results)) throw refusalOf(errorOf(results))
  const cancel = () => void results.return?.()
  const isGone = () => gone.aborted
  gone.addEventListener('abort', cancel, { once: true })
  try {
    if (isGone()) return
    for await (const result of results) {
      const { completion: step } = result.data ?? raise(refusalOf(errorOf(result)))
      if (step.error) throw refusalOfReply(step.error)
      yield step
      if (step.status === 'COMPLETED') return
    }
    if (!isGone()) throw new Error('a completion ended without an end')
  } catch (error) {
    throw error instanceof GraphQLError ? refusalOf(error) : error
  } finally {
    gone.removeEventListener('abort', cancel)
    cancel()
  }
}

function errorOf({ errors = [] }: SchemaResult<CompletionSubscription>) {
  const [error] = errors
  if (!error) throw new Error('a subscription answered neither data nor errors')
  return error
}

function raise(error: Error): never {
  throw error
}

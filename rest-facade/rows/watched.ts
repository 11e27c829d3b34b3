import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { GraphQLError } from 'graphql'
import type { SchemaError, SchemaResult, SchemaSession, StreamingClient } from './schema-client.js'

interface Watching<Session extends SchemaSession, TData, TVariables> {
  readonly document: TypedDocumentNode<TData, TVariables>
  readonly variables: TVariables
  readonly session: Session
  /** Aborting it ends the subscription at once, even between events. */
  readonly over: AbortSignal
  /** The error to throw for an error of the schema, before the first event or later. */
  readonly refuse: (error: SchemaError) => Error
}

/** The results of a subscription of the schema, until it ends. */
export async function* watched<Session extends SchemaSession, TData, TVariables>(
  client: StreamingClient<Session>,
  { document, variables, session, over, refuse }: Watching<Session, TData, TVariables>,
): AsyncGenerator<TData, void, undefined> {
  const results = await client.watch(document, variables, session)
  if (!(Symbol.asyncIterator in results)) throw refuse(errorOf(results))
  const end = () => void results.return?.()
  over.addEventListener('abort', end, { once: true })
  try {
    if (over.aborted) return
    for await (const result of results) {
      const [error] = result.errors ?? []
      // also when there is data: an event is sent complete, or again when the client reconnects
      if (error || !result.data) throw refuse(errorOf(result))
      yield result.data
    }
  } catch (error) {
    throw error instanceof GraphQLError ? refuse(error) : error
  } finally {
    over.removeEventListener('abort', end)
    end()
  }
}

function errorOf({ errors = [] }: SchemaResult<unknown>): SchemaError {
  const [error] = errors
  if (!error) throw new Error('a subscription answered neither data nor errors')
  return error
}

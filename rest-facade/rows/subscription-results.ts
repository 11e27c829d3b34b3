import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { GraphQLError } from 'graphql'
import { untilAborted } from '@parley/runtime'
import type { SchemaError, SchemaResult, SchemaCaller, StreamingClient, Variables } from './schema-client.js'

interface SubscriptionOptions<Caller extends SchemaCaller, TData, TVariables extends Variables> {
  readonly document: TypedDocumentNode<TData, TVariables>
  readonly variables: TVariables
  readonly caller: Caller
  /** Aborting it ends the subscription at once, even between events. */
  readonly signal: AbortSignal
  /** The error to throw for an error of the schema, before the first event or later. */
  readonly refuse: (error: SchemaError) => Error
}

/** The results of a subscription of the schema, until it ends. */
export async function* subscriptionResults<Caller extends SchemaCaller, TData, TVariables extends Variables>(
  client: StreamingClient<Caller>,
  { document, variables, caller, signal, refuse }: SubscriptionOptions<Caller, TData, TVariables>,
): AsyncGenerator<TData, void, undefined> {
  const results = await client.watch(document, variables, caller)
  if (!(Symbol.asyncIterator in results)) throw refuse(errorOf(results))
  try {
    for await (const result of untilAborted(results, signal)) {
      const [error] = result.errors ?? []
      // also when there is data: an event is sent complete, or again when the client reconnects
      if (error || !result.data) throw refuse(errorOf(result))
      yield result.data
    }
  } catch (error) {
    throw error instanceof GraphQLError ? refuse(error) : error
  }
}

function errorOf({ errors = [] }: SchemaResult<unknown>): SchemaError {
  const [error] = errors
  if (!error) throw new Error('a subscription answered neither data nor errors')
  return error
}

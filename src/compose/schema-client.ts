import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { Origin, RequestContext } from '../../resolvers/request-context.js'
import type { SchemaClient, SchemaResult, SchemaSession } from '../../rest-facade/schema-client.js'
import type { Executor } from './service-pipeline.js'

interface FacadeSession extends SchemaSession {
  readonly context: RequestContext
}

/** The facade's door to the schema: the same pipeline and the same context as a GraphQL client's. */
export function schemaClient(
  pipeline: Executor,
  context: (origin: Origin) => Promise<RequestContext>,
): SchemaClient<FacadeSession> {
  return {
    async identify(origin) {
      const made = await context(origin)
      const callerId = made.caller.kind === 'user' ? String(made.caller.id) : undefined
      return { tokenState: made.tokenState, callerId, context: made }
    },
    async execute<TData, TVariables>(
      document: TypedDocumentNode<TData, TVariables>,
      variables: TVariables,
      { context: requestContext }: FacadeSession,
    ) {
      const result = await pipeline.execute({
        document,
        variables: variables as Readonly<Record<string, unknown>>,
        context: requestContext,
        isOurs: true,
      })
      // the typed document says what its data looks like
      return result as SchemaResult<TData>
    },
  }
}

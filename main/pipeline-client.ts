import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { AppError } from '@parley/runtime'
import { sessionBoundStream } from '../resolvers/context/session-bound-stream.js'
import type { Origin, RequestContext } from '../resolvers/context/request-context.js'
import type { SchemaResult, SchemaCaller, StreamingClient, Variables } from '../rest-facade/rows/schema-client.js'
import type { Cards } from '../src/characters/cards/cards.js'
import type { Files } from '../src/files/files.js'
import type { Images } from '../src/images/images.js'
import type { SessionWatch } from '../src/sessions/session-watch.js'
import type { Executor } from './service-pipeline.js'

interface FacadeCaller extends SchemaCaller {
  readonly context: RequestContext
}

interface ClientParts {
  /** Ends the streams of callers whose session ends. */
  readonly sessionWatch: SessionWatch
  /** For a service that accepts files. */
  readonly images?: Images
  readonly cards?: Cards
  readonly files?: Files
}

/** The facade's access to the product: the pipeline and the context of a GraphQL client. */
export function pipelineClient(
  pipeline: Executor,
  context: (origin: Origin) => Promise<RequestContext>,
  { sessionWatch, images, cards, files }: ClientParts,
): StreamingClient<FacadeCaller> {
  return {
    async identify(origin) {
      const made = await context(origin)
      const callerId = made.caller.kind === 'user' ? String(made.caller.id) : undefined
      const mustSignIn = made.caller.kind === 'anonymous' && (await made.isSignInRequired())
      return { tokenState: made.tokenState, callerId, mustSignIn, context: made }
    },
    async execute<TData, TVariables extends Variables>(
      document: TypedDocumentNode<TData, TVariables>,
      variables: TVariables,
      { context: requestContext }: FacadeCaller,
      file?: Buffer,
    ) {
      const result = await pipeline.execute({
        document,
        variables,
        context: file ? { ...requestContext, file } : requestContext,
        isOurs: true,
      })
      // the typed document defines the type of its data
      return result as SchemaResult<TData>
    },
    async watch<TData, TVariables extends Variables>(
      document: TypedDocumentNode<TData, TVariables>,
      variables: TVariables,
      { context: requestContext }: FacadeCaller,
    ) {
      const outcome = await pipeline.run({ document, variables, context: requestContext }, { streams: true })
      const mask = (error: unknown) => pipeline.mask(error, requestContext.requestId)
      const held =
        Symbol.asyncIterator in outcome ? sessionBoundStream(outcome, requestContext, { sessionWatch, mask }) : outcome
      return held as AsyncIterableIterator<SchemaResult<TData>> | SchemaResult<TData>
    },
    async storeImage(file, key, { context: { caller, isGone } }) {
      if (!images) throw new Error('a service that accepts no files was sent one')
      if (caller.kind !== 'user') throw new AppError('UNAUTHENTICATED')
      return images.store(caller, file, { ...key, isGone })
    },
    async storeFile(file, { context: { caller } }) {
      if (!files) throw new Error('a service that accepts no files was sent one')
      if (caller.kind !== 'user') throw new AppError('UNAUTHENTICATED')
      return (await files.store(caller, file)).id
    },
    async openFile(id, { context: { caller } }) {
      if (!files) throw new Error('a service without files was asked for one')
      return files.open(caller, id)
    },
    async cardFile(id, form, { context: { caller, isGone } }) {
      if (!cards) throw new Error('a service without files was asked for one')
      if (caller.kind !== 'user') throw new AppError('UNAUTHENTICATED')
      return cards.file(caller, id, { form, isGone })
    },
  }
}

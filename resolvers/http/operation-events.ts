import { GraphQLError, type DocumentNode, type ExecutionResult } from 'graphql'
import { untilAborted, writeEach } from '@parley/runtime'
import { deliveries } from '../../src/metrics/requests.js'
import type { SessionWatch } from '../../src/sessions/session-watch.js'
import { operationNotes } from '../context/operation-notes.js'
import { sessionBoundStream } from '../context/session-bound-stream.js'
import type { Operation, Pipeline } from '../pipeline/pipeline.js'

/** Of a document that cannot be executed. */
export interface Refusal {
  readonly refusal: unknown
}

type StreamedOperation = Omit<Operation, 'document' | 'isOurs'> & { readonly document: DocumentNode | Refusal }

/** The events of the protocol graphql-sse. An `EventSource` reports `complete` only with a data field. */
type OperationEvent =
  | { readonly event: 'next'; readonly data: ExecutionResult }
  | { readonly event: 'complete'; readonly data: '' }

interface OperationHolding {
  /** Aborting it ends a subscription at once. */
  readonly signal: AbortSignal
  /** Aborted when the client has disconnected. */
  readonly disconnected: AbortSignal
  /** Resolves when there is room for the next event. */
  readonly send: (event: OperationEvent) => Promise<void>
  readonly sessionWatch: Pick<SessionWatch, 'watch'>
}

/**
 * Runs an operation of any kind and sends its results as `next`, then `complete`. A refusal before execution is a result
 * too, as the protocol requires. A subscription that the signal ends is not complete, so its client subscribes again.
 */
export async function sendOperationEvents(
  pipeline: Pipeline,
  { document, ...asked }: StreamedOperation,
  { signal, disconnected, sessionWatch, send }: OperationHolding,
): Promise<void> {
  const { context } = asked
  const mask = (error: unknown) => (error instanceof GraphQLError ? error : pipeline.mask(error, context.requestId))
  const sendNext = (data: ExecutionResult) => {
    if (data.errors) context.noteOperation(operationNotes({}, data.errors))
    return send({ event: 'next', data })
  }
  // its result is not kept while the reader is awaited
  const begin = async () => {
    if ('refusal' in document) throw document.refusal
    const operation = { ...asked, document }
    context.noteOperation(operationNotes(operation))
    const outcome = await pipeline.run(operation, { streams: true })
    return Symbol.asyncIterator in outcome ? { results: outcome } : { room: sendNext(outcome) }
  }
  try {
    const begun = await begin()
    if (begun.results) {
      const results = sessionBoundStream(begun.results, context, { sessionWatch, mask })
      const sendResult = (result: ExecutionResult) => {
        deliveries.inc({ transport: 'event_stream' })
        return sendNext(result)
      }
      await writeEach(untilAborted(results, signal), sendResult, disconnected)
      if (signal.aborted) return
    } else await begun.room
  } catch (error) {
    await sendNext({ errors: [mask(error)] })
  }
  await send({ event: 'complete', data: '' })
}

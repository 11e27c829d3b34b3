import { GraphQLError } from 'graphql'
import type { DocumentNode, ExecutionResult } from 'graphql'
import { untilAborted } from '../../src/iterators.js'
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
  { readonly event: 'next'; readonly data: ExecutionResult } | { readonly event: 'complete'; readonly data: '' }

interface OperationHolding {
  /** Aborting it ends a subscription at once. */
  readonly signal: AbortSignal
  readonly sessionWatch: Pick<SessionWatch, 'watch'>
}

/**
 * Runs an operation of any kind: its results as `next`, then `complete`. A refusal before execution is a result too, as
 * the protocol requires. A subscription that the signal ends is not complete, so its client subscribes again.
 */
export async function* operationEvents(
  pipeline: Pipeline,
  { document, ...asked }: StreamedOperation,
  { signal, sessionWatch }: OperationHolding,
): AsyncGenerator<OperationEvent, void, undefined> {
  const { context } = asked
  const mask = (error: unknown) => (error instanceof GraphQLError ? error : pipeline.mask(error, context.requestId))
  const next = (data: ExecutionResult): OperationEvent => {
    if (data.errors) context.noteOperation(operationNotes({}, data.errors))
    return { event: 'next', data }
  }
  try {
    if ('refusal' in document) throw document.refusal
    const operation = { ...asked, document }
    context.noteOperation(operationNotes(operation))
    const outcome = await pipeline.run(operation, { streams: true })
    if (Symbol.asyncIterator in outcome) {
      const results = sessionBoundStream(outcome, context, { sessionWatch, mask })
      for await (const result of untilAborted(results, signal)) {
        deliveries.inc({ transport: 'event_stream' })
        yield next(result)
      }
      if (signal.aborted) return
    } else yield next(outcome)
  } catch (error) {
    yield next({ errors: [mask(error)] })
  }
  yield { event: 'complete', data: '' }
}

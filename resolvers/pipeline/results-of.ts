import type { ExecutionResult, GraphQLError } from 'graphql'
import { closable, iterationEnd } from '../../src/iterators.js'

type Item = IteratorResult<ExecutionResult, undefined>

interface Reading {
  readonly result: (event: unknown) => ExecutionResult | Promise<ExecutionResult>
  readonly error: (error: unknown) => GraphQLError
}

/**
 * The results of a subscription's events; an error of their source is masked. `return` reaches the source at once, even
 * while a `next` waits.
 */
export function resultsOf(
  source: AsyncIterable<unknown>,
  { result, error }: Reading,
): AsyncIterableIterator<ExecutionResult> {
  const events: AsyncIterator<unknown, unknown> = source[Symbol.asyncIterator]()
  const fail = (failure: unknown): never => {
    throw error(failure)
  }
  // no async functions: this runs for each event of each subscriber
  return closable(
    () => events.next().then((item) => (item.done ? iterationEnd : resultOf(item.value)), fail),
    () => events.return?.(),
  )

  function resultOf(event: unknown): Item | Promise<Item> {
    const made = result(event)
    return made instanceof Promise ? made.then((value) => ({ done: false, value }), fail) : { done: false, value: made }
  }
}

import type { ExecutionResult, GraphQLError } from 'graphql'
import { closable, isPollable, iterationEnd, type Pollable } from '@parley/runtime'

type Item = IteratorResult<ExecutionResult, undefined>

interface Reading {
  /** Resolves to undefined after `ended`. */
  readonly result: (event: unknown) => ExecutionResult | Promise<ExecutionResult | undefined>
  /** Called when the reader has ended the results. */
  readonly ended: () => void
  readonly error: (error: unknown) => GraphQLError
}

/**
 * The results of a subscription's events; an error of their source is masked. `return` reaches the source at once, even
 * while a `next` waits. They can be polled if the source can.
 */
export function resultsOf(
  source: AsyncIterable<unknown>,
  { result, ended, error }: Reading,
): AsyncIterableIterator<ExecutionResult, undefined> {
  const events: AsyncIterator<unknown, unknown> = source[Symbol.asyncIterator]()
  const fail = (failure: unknown): never => {
    throw error(failure)
  }
  // no async functions: this runs for each event of each subscriber
  const itemOf = (event: IteratorResult<unknown, unknown>): Item | Promise<Item> => {
    if (event.done) return iterationEnd
    const made = result(event.value)
    return made instanceof Promise ? made.then(valueItem, fail) : { done: false, value: made }
  }
  const results = closable(
    () => events.next().then(itemOf, fail),
    () => {
      ended()
      return events.return?.()
    },
  )
  if (!isPollable(events)) return results
  const poll = () => {
    try {
      const event = events.poll()
      return event instanceof Promise ? event.then(itemOf, fail) : event && itemOf(event)
    } catch (failure) {
      return fail(failure)
    }
  }
  const polled: Pollable<ExecutionResult> = { ...results, poll, notify: (ready) => events.notify(ready) }
  return polled
}

const valueItem = (value: ExecutionResult | undefined): Item => (value ? { done: false, value } : iterationEnd)

import type { ExecutionResult, GraphQLError } from 'graphql'

export interface Reading {
  readonly result: (event: unknown) => ExecutionResult | Promise<ExecutionResult>
  readonly error: (error: unknown) => GraphQLError
}

/** The results of a subscription's events; what breaks their source is masked. `return` reaches the source at once, even while a `next` waits. */
export function resultsOf(
  source: AsyncIterable<unknown>,
  { result, error }: Reading,
): AsyncIterableIterator<ExecutionResult> {
  const events = source[Symbol.asyncIterator]()
  return {
    async next() {
      try {
        const item: IteratorResult<unknown, unknown> = await events.next()
        return item.done ? { done: true, value: undefined } : { done: false, value: await result(item.value) }
      } catch (failure) {
        throw error(failure)
      }
    },
    async return() {
      await events.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

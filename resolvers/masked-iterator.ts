import type { ExecutionResult, GraphQLError } from 'graphql'

export interface Masks {
  readonly result: (result: ExecutionResult) => ExecutionResult
  readonly error: (error: unknown) => GraphQLError
}

/** The same events, masked, and so is what breaks their source; `return` reaches the source at once, even while a `next` waits. */
export function maskedIterator(
  source: AsyncGenerator<ExecutionResult, void, void>,
  mask: Masks,
): AsyncIterableIterator<ExecutionResult> {
  return {
    async next() {
      try {
        const item = await source.next()
        return item.done ? { done: true, value: undefined } : { done: false, value: mask.result(item.value) }
      } catch (error) {
        throw mask.error(error)
      }
    },
    async return() {
      await source.return()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

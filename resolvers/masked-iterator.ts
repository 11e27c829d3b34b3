import type { ExecutionResult } from 'graphql'

/** The same events, masked; `return` reaches the source at once, even while a `next` waits. */
export function maskedIterator(
  source: AsyncGenerator<ExecutionResult, void, void>,
  mask: (result: ExecutionResult) => ExecutionResult,
): AsyncIterableIterator<ExecutionResult> {
  return {
    async next() {
      const item = await source.next()
      return item.done ? { done: true, value: undefined } : { done: false, value: mask(item.value) }
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

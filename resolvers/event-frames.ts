import type { ExecutionResult } from 'graphql'
import { MessageType } from 'graphql-ws'

/** The texts of results: one for each, however many subscribers it goes to. */
const texts = new WeakMap<ExecutionResult, string>()

/**
 * Sends the results of a subscription itself, each as the subscriber's id before a text that all its readers share: graphql-ws
 * would write the text anew for each. The next one is asked for when the client has taken the one before. What comes out is
 * only the end.
 */
export function eventFrames(
  id: string,
  results: AsyncIterableIterator<ExecutionResult>,
  send: (message: string) => Promise<void>,
): AsyncIterableIterator<never> {
  const start = `{"id":${JSON.stringify(id)},"type":"${MessageType.Next}","payload":`
  return {
    async next() {
      for (;;) {
        const item = await results.next()
        if (item.done) return { done: true, value: undefined }
        await send(`${start}${textOf(item.value)}}`)
      }
    },
    async return() {
      await results.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

function textOf(result: ExecutionResult): string {
  const known = texts.get(result)
  if (known !== undefined) return known
  const text = JSON.stringify(result)
  texts.set(result, text)
  return text
}

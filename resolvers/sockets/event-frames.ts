import { GraphQLError } from 'graphql'
import type { ExecutionResult } from 'graphql'
import { MessageType } from 'graphql-ws'
import { closable, iterationEnd } from '../../src/iterators.js'
import { frameOf } from './text-frame.js'

/** The serialized results with the end of the message, one per result, shared by all subscribers. */
const texts = new WeakMap<ExecutionResult, Buffer>()

/** Writes a frame to a socket; when it is full, returns a promise that resolves when the next frame fits. */
export type WriteFrame = (frame: Buffer) => Promise<void> | undefined

interface FrameTarget {
  readonly write: WriteFrame
  /** Called once, when either side has ended the events. */
  readonly ended: (errors: readonly GraphQLError[]) => void
}

/**
 * Sends the results of a subscription itself: the subscriber's id, then a text that all its readers share. graphql-ws
 * would serialize the text for each. The next result is requested when the socket has room. The returned iterator
 * yields nothing; it only ends.
 */
export function eventFrames(
  id: string,
  results: AsyncIterableIterator<ExecutionResult>,
  { write, ended }: FrameTarget,
): AsyncIterableIterator<never> {
  let isOver = false
  const end = (errors: readonly GraphQLError[] = []) => {
    if (!isOver) ended(errors)
    isOver = true
  }
  const start = Buffer.from(`{"id":${JSON.stringify(id)},"type":"${MessageType.Next}","payload":`)
  return closable<never>(
    async () => {
      try {
        for (;;) {
          const item = await results.next()
          if (item.done) break
          const room = write(frameOf(start, restOf(item.value)))
          if (room) await room
        }
      } catch (error) {
        end(error instanceof GraphQLError ? [error] : [])
        throw error
      }
      end()
      return iterationEnd
    },
    () => {
      end()
      return results.return?.()
    },
  )
}

function restOf(result: ExecutionResult): Buffer {
  const known = texts.get(result)
  if (known) return known
  const text = Buffer.from(`${JSON.stringify(result)}}`)
  texts.set(result, text)
  return text
}

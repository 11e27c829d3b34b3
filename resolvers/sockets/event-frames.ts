import { GraphQLError, type ExecutionResult } from 'graphql'
import { MessageType } from 'graphql-ws'
import { closable, isPollable, iterationEnd, type Pollable, writeEach } from '@parley/runtime'
import { deliveries } from '../../src/metrics/requests.js'
import { frameOf } from './text-frame.js'

/** The serialized results with the end of the message, one per result, shared by all subscribers. */
const texts = new WeakMap<ExecutionResult, Buffer>()

const delivered = deliveries.labels('socket')

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
 * yields nothing; it only ends, and then has ended the results. With graphql-ws alone the row *Fan-out, 1000 subscribers*
 * of the bench costs 1.48 of the CPU per delivery (ADR 0098).
 */
export function eventFrames(
  id: string,
  results: AsyncIterableIterator<ExecutionResult, undefined>,
  { write, ended }: FrameTarget,
): AsyncIterableIterator<never> {
  let isOver = false
  const end = (errors: readonly GraphQLError[] = []) => {
    if (!isOver) ended(errors)
    isOver = true
  }
  const start = Buffer.from(`{"id":${JSON.stringify(id)},"type":"${MessageType.Next}","payload":`)
  const send = (result: ExecutionResult) => {
    if (isOver) return undefined
    delivered.inc()
    return write(frameOf(start, restOf(result)))
  }
  // this frame would keep it as long as the subscription is open
  const sendFirst = async () => {
    const first = await results.next()
    return { room: first.done ? undefined : send(first.value) }
  }
  return closable<never>(
    async () => {
      try {
        const { room } = await sendFirst()
        await room
        if (isPollable(results)) await sendPolled(results, send)
        else await writeEach(results, async (result) => send(result))
      } catch (error) {
        end(error instanceof GraphQLError ? [error] : [])
        throw error
      } finally {
        await results.return?.()
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

interface Reader {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Sends each result as soon as it can be polled and the one before has room; resolves at the end of the results. Without it
 * a delivery of the row
 * *Fan-out* costs 1.26 of the CPU (ADR 0098).
 */
function sendPolled(
  results: Pollable<ExecutionResult>,
  send: (result: ExecutionResult) => Promise<void> | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const reader: Reader = { resolve, reject }
    let isWaiting = false
    const fail = (error: unknown) => {
      isWaiting = true
      reader.reject(error)
    }
    const accept = (item: IteratorResult<ExecutionResult, undefined>) => {
      if (!item.done) return send(item.value)
      isWaiting = true
      reader.resolve()
      return undefined
    }
    const poll = () => {
      try {
        while (!isWaiting) {
          const item = results.poll()
          if (!item) return
          const waits = item instanceof Promise ? item.then(accept) : accept(item)
          if (!waits) continue
          isWaiting = true
          waits.then(readOn).catch(fail)
        }
      } catch (error) {
        fail(error)
      }
    }
    const readOn = () => {
      isWaiting = false
      poll()
    }
    results.notify(poll)
    poll()
  })
}

function restOf(result: ExecutionResult): Buffer {
  const known = texts.get(result)
  if (known) return known
  const text = Buffer.from(`${JSON.stringify(result)}}`)
  texts.set(result, text)
  return text
}

import { Readable } from 'node:stream'
import { within } from '@parley/runtime'
import { BucketFailure } from './bucket-failure.js'
import type { ByteRange } from './file-store.js'

interface ObjectBody {
  readonly reader: ReadableStreamDefaultReader<Uint8Array>
  /** In bytes. */
  readonly size: number
  /** How long to wait for the next part, in milliseconds. */
  readonly timeoutMs: number
  /** The error that the reader of the stream gets. */
  readonly onError: (error: unknown) => Error
}

/** The bytes of an answer, or a range of them. Destroying the stream ends the request. */
export function objectBody({ reader, size, timeoutMs, onError }: ObjectBody, range?: ByteRange): Readable {
  const { start, end } = range ?? { start: 0, end: size - 1 }
  let position = 0
  const late = () => {
    throw BucketFailure.late()
  }
  const next = async (): Promise<Uint8Array | null> => {
    while (position <= end) {
      const { value } = await within(timeoutMs, reader.read(), late)
      if (!value) throw BucketFailure.unexpected()
      const part = value.subarray(Math.max(0, start - position), Math.max(0, end + 1 - position))
      position += value.length
      if (part.length > 0) return part
    }
    // read to its end, the connection serves another request
    if (position >= size) await within(timeoutMs, reader.read())
    return null
  }
  return new Readable({
    read() {
      next().then(
        (part) => this.push(part),
        // a reader that leaves cancels the answer: the bucket has not failed
        (error: unknown) => {
          if (!this.destroyed) this.destroy(onError(error))
        },
      )
    },
    destroy(error, done) {
      void cancelled(reader).then(() => done(error))
    },
  })
}

/** Ends the request; the reads get what fails. */
export async function cancelled(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  await Promise.allSettled([reader.cancel()])
}

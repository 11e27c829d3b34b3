import type { Readable } from 'node:stream'

/** The chunks of a body that may be of any size. */
const freeChunks = 1_024
/** A body may have one more for each of these bytes. */
const bytesPerChunk = 32

/**
 * Calls `end` once the chunks of a body are so small that reading them costs far more than their bytes. What is left of a
 * body after the answer counts too, if it is read.
 */
export function boundChunks(body: Readable, end: () => void): void {
  const push = body.push.bind(body)
  let spare = freeChunks
  body.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk !== null) spare += chunk.length / bytesPerChunk - 1
    if (spare >= 0) return push(chunk, encoding)
    end()
    return false
  }
}

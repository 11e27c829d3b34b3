import type { Readable } from 'node:stream'
import { GatheredBytes } from '../body/gathered-bytes.js'

/** A chunk of fewer bytes is joined with its neighbours. */
const smallBytes = 4_096
/** A chunk costs as much as reading so many bytes. */
const bytesPerChunk = 1_024
/** Chunks beyond those that their bytes pay for, after which the rest of a body waits. */
const freeChunks = 256

/**
 * Joins small chunks of a body that arrive together, and lets a body of many of them wait for `turn`, with the bytes that have
 * just arrived: nothing is received until then. Each chunk costs time and memory, however small. Call it before the body is read.
 */
export function joinChunks(body: Readable, turn: (bytes: number) => Promise<void>): void {
  const push = body.push.bind(body)
  const read = body._read.bind(body)
  let small = new GatheredBytes()
  let bytes = 0
  let excess = 0
  let isWaiting = false
  /** Asked for while it waits. */
  let wanted: number | undefined
  const flush = () => {
    if (bytes === 0) return
    const joined = small.joined()
    small = new GatheredBytes()
    bytes = 0
    push(joined)
  }
  const wait = async () => {
    isWaiting = true
    // fails when the client has disconnected
    await Promise.allSettled([turn(bytes)])
    isWaiting = false
    excess = 0
    const size = wanted
    wanted = undefined
    if (size !== undefined) body._read(size)
  }
  body._read = (size) => {
    if (isWaiting) wanted = size
    else read(size)
  }
  body.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk === null || chunk.length >= smallBytes) {
      flush()
      return push(chunk, encoding)
    }
    // after all of what sockets have received by now; Node.js runs ticks between the chunks of one read
    if (bytes === 0) setImmediate(flush)
    small.append(chunk)
    bytes += chunk.length
    excess = Math.max(0, excess + 1 - chunk.length / bytesPerChunk)
    if (excess >= freeChunks && !isWaiting) void wait()
    // false stops the socket until the next read
    return !isWaiting && body.readableLength + bytes < body.readableHighWaterMark
  }
}

import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { systemErrorCode } from '@parley/runtime'

/** Sends the bytes of a stored file at the pace of the client. Resolves too when the client disconnects. */
export async function sendBytes(bytes: AsyncIterable<Uint8Array>, response: Writable): Promise<void> {
  try {
    await pipeline(bytes, response)
  } catch (error) {
    // the client disconnected
    if (systemErrorCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

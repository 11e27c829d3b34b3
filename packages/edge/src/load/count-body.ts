import type { IncomingMessage, ServerResponse } from 'node:http'
import { smallBodyBytes } from '@parley/runtime'
import { jsonBodyLimitBytes, largeJsonBodyLimitBytes } from '../body/json-body.js'
import { isMultipart, multipartLimitBytes } from '../body/multipart-body.js'
import { onClose } from './on-close.js'
import { receiveBytes, willAnswer } from './request-memory.js'

const releases = new WeakMap<IncomingMessage, () => void>()

/** The largest body that any listener reads. */
const maxBodyBytes = Math.max(multipartLimitBytes, largeJsonBodyLimitBytes)

/**
 * Counts a large body, or one of unknown length, until it has arrived.
 * @throws AppError UNAVAILABLE with `retryAfterMs` when there is no room for it.
 */
export function countBody(request: IncomingMessage, response: ServerResponse): void {
  willAnswer(request, response)
  const { headers } = request
  const isChunked = headers['transfer-encoding'] !== undefined
  const unknownLength = isMultipart(request) ? multipartLimitBytes : jsonBodyLimitBytes
  const length = isChunked ? unknownLength : Number(headers['content-length'] ?? 0)
  if (!(length > smallBodyBytes)) return
  const release = receiveBytes(request, Math.min(length, maxBodyBytes))
  releases.set(request, release)
  request.once('end', release)
  onClose(response, release)
}

/** The body of this request is not kept in memory, and no longer counted. */
export function releaseBody(request: IncomingMessage): void {
  releases.get(request)?.()
}

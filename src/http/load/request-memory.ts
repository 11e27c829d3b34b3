import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../../errors.js'
import { networkOf } from '../../network.js'
import type { MemoryReservation } from '../../result-bytes.js'
import { clientAddress } from '../addresses/client-address.js'
import type { Connections } from './connections.js'
import { jsonBodyLimitBytes } from '../body/json-body.js'
import { isMultipart, multipartLimitBytes } from '../body/multipart-body.js'
import type { UnsentBytes } from './unsent-bytes.js'
import { onClose } from './on-close.js'

const unsentOf = new WeakMap<Socket, UnsentBytes>()

/** Counts the memory of a server's connections. */
export function countConnections(server: Server, connections: Connections, unsent: UnsentBytes): void {
  server.on('connection', (socket: Socket) => {
    unsentOf.set(socket, unsent)
    unsent.watch(socket, networkOf(socket.remoteAddress ?? null), () => connections.unsentOn(socket))
  })
}

/** Counts the connection for the client of this request: behind a proxy this is not the peer. */
export function attributeConnection(request: IncomingMessage): void {
  unsentOf.get(request.socket)?.attribute(request.socket, networkOf(clientAddress(request)))
}

/** Counts the memory of a request until its answer is sent; undefined on a server that does not count. */
export function memoryReserver(
  request: IncomingMessage,
  response: ServerResponse,
): (() => MemoryReservation) | undefined {
  const { socket } = request
  const unsent = unsentOf.get(socket)
  if (!unsent) return undefined
  return () => {
    const held = unsent.reserve(socket, networkOf(clientAddress(request)))
    let isCounted = false
    const releaseWhenOver = () => {
      // a field that still runs after the answer was sent has no reader
      if (response.writableFinished || response.destroyed) throw new AppError('UNAVAILABLE')
      if (!isCounted) onClose(response, () => held.release())
      isCounted = true
    }
    return {
      left: () => held.left(),
      add: (bytes) => {
        releaseWhenOver()
        held.add(bytes)
      },
      count: (bytes) => {
        releaseWhenOver()
        held.count(bytes)
      },
      release: () => held.release(),
    }
  }
}

/** A smaller body is not counted. */
const smallBodyBytes = 65_536
/** The largest body that any listener reads. */
const maxBodyBytes = multipartLimitBytes

/**
 * Counts a large body, or one of unknown length, until it has arrived.
 * @throws AppError UNAVAILABLE with `retryAfterMs` when there is no room for it.
 */
export function countBody(request: IncomingMessage, response: ServerResponse): void {
  const { socket, headers } = request
  const isChunked = headers['transfer-encoding'] !== undefined
  const unknownLength = isMultipart(request) ? maxBodyBytes : jsonBodyLimitBytes
  const length = isChunked ? unknownLength : Number(headers['content-length'] ?? 0)
  const unsent = length > smallBodyBytes ? unsentOf.get(socket) : undefined
  if (!unsent) return
  const bytes = Math.min(length, maxBodyBytes)
  const held = unsent.receive(socket, networkOf(clientAddress(request)), bytes)
  request.once('end', () => held.release())
  onClose(response, () => held.release())
}

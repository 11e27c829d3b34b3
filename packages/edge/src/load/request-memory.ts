import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError, type MemoryReservation, networksOf, smallBodyBytes } from '@parley/runtime'
import { clientAddress } from '../addresses/client-address.js'
import type { Connections } from './connections.js'
import type { UnsentBytes } from './unsent-bytes.js'
import { onClose } from './on-close.js'

const unsentOf = new WeakMap<Socket, UnsentBytes>()
const responses = new WeakMap<IncomingMessage, ServerResponse>()

/** Counts the memory of a server's connections. */
export function countConnections(server: Server, connections: Connections, unsent: UnsentBytes): void {
  server.on('connection', (socket: Socket) => {
    unsentOf.set(socket, unsent)
    unsent.watch(socket, networksOf(socket.remoteAddress ?? null), { unsent: () => connections.unsentOn(socket) })
  })
}

/** Counts the connection for the client of this request: behind a proxy this is not the peer. */
export function attributeConnection(request: IncomingMessage): void {
  unsentOf.get(request.socket)?.attribute(request.socket, networksOf(clientAddress(request)))
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
    const held = unsent.reserve(socket, networksOf(clientAddress(request)))
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

/** For `holdBytes`. */
export function willAnswer(request: IncomingMessage, response: ServerResponse): void {
  responses.set(request, response)
}

/** Counts a body of so many bytes that is arriving, until it is released. Throws as `MemoryReservation.add`. */
export function receiveBytes(request: IncomingMessage, bytes: number): () => void {
  const { socket } = request
  return unsentOf.get(socket)?.receive(socket, networksOf(clientAddress(request)), bytes).release ?? nothing
}

/**
 * Counts so many bytes of a request that has arrived, until it is answered: its operation can wait.
 * @throws AppError UNAVAILABLE with `retryAfterMs` when there is no room for them.
 */
export function holdBytes(request: IncomingMessage, bytes: number): void {
  const { socket } = request
  const response = responses.get(request)
  const held = unsentOf.get(socket)?.reserve(socket, networksOf(clientAddress(request)))
  if (bytes <= smallBodyBytes || !response || !held) return
  held.add(bytes)
  onClose(response, () => held.release())
}

const nothing = () => undefined

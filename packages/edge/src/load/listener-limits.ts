import type { Server, Socket } from 'node:net'
import { KeyedCounts, networksOf, overloadRetryMs, refusedRequests } from '@parley/runtime'
import type { AddressSet } from '../addresses/address-set.js'
import { answerOnSocket } from '../errors/answer-on-socket.js'
import { answerOf, type ErrorAnswer } from '../errors/http-error.js'
import type { HandleUse } from './file-handles.js'
import type { ProcessLimits } from './process-limits.js'
import { restErrors } from '../errors/rest-errors.js'
import { splitTarget } from '../listener/target.js'

/** A request that has arrived but not begun. */
export interface ArrivedRequest {
  readonly target: string | undefined
  /** The address of the connection's peer. */
  readonly peer: string | undefined
  /** The client's address, as reported by a trusted proxy. */
  readonly address: () => string | null
  readonly onClose: (callback: () => void) => void
}

const tooManyConnections: ErrorAnswer = {
  ...answerOf(restErrors.tooManyRequests),
  headers: { 'Retry-After': '5' },
}

/** The maximum number of refused connections that are answered at a time; others are closed without an answer. */
const maxRefusals = 100

/** Limits the number of resources of each address. */
class AddressQuota {
  readonly #counts = new KeyedCounts()

  constructor(private readonly limit: number) {}

  /** Acquires one until the returned function is called; undefined when the address has reached the limit. */
  acquire(address: string | null): (() => void) | undefined {
    const networks = networksOf(address)
    return this.#counts.isFull(networks, this.limit) ? undefined : this.#counts.acquire(networks)
  }
}

/** The limits of one listener: which requests may begin, and how many connections each address may open. */
export class ListenerLimits {
  readonly #quota: AddressQuota
  /** Of streams of HTTP/2, each of which costs about as much as a connection. */
  readonly #streams: AddressQuota
  /** A connection may reach its server a second time, after a declined upgrade. */
  readonly #admitted = new WeakSet<Socket>()
  #refusals = 0

  constructor(
    private readonly limits: ProcessLimits,
    private readonly trustedProxies: AddressSet,
  ) {
    this.#quota = new AddressQuota(limits.connectionsPerAddress)
    this.#streams = new AddressQuota(limits.connectionsPerAddress)
  }

  /**
   * Runs before the existing connection listeners of the server, so that nothing is read from a refused connection.
   * `refuse` answers one beyond the limit of its address.
   */
  guard(server: Server, use: HandleUse, refuse = (socket: Socket) => this.#answer(socket)): void {
    const accept = server.listeners('connection')
    server.removeAllListeners('connection')
    server.on('connection', (socket: Socket) => {
      const reason = this.#refusalOfConnection(socket, use)
      if (reason === undefined) for (const listener of accept) Reflect.apply(listener, server, [socket])
      else refusedRequests.inc({ reason })
      if (reason === 'address') refuse(socket)
      // an answer would occupy the handle until the client closes
      if (reason === 'handles') socket.destroy()
    })
  }

  /** The refusal of a request, if any. A request that came through a proxy counts for its client until it ends. */
  refusalOf({ target, peer, address, onClose }: ArrivedRequest): ErrorAnswer | undefined {
    if (this.limits.load.isOverloaded) return isHealthCheck(target) ? undefined : counted('overload', overloadAnswer)
    if (!this.#isProxy(peer)) return undefined
    const release = this.#quota.acquire(address())
    if (!release) return isHealthCheck(target) ? undefined : counted('address', tooManyConnections)
    onClose(release)
    return undefined
  }

  /** Counts a stream of HTTP/2 until the returned function is called; undefined beyond the limit of its address. */
  acquireStream(address: string): (() => void) | undefined {
    const release = this.#streams.acquire(address)
    if (!release) refusedRequests.inc({ reason: 'address' })
    return release
  }

  #isProxy(peer: string | undefined): boolean {
    return peer !== undefined && this.trustedProxies.has(peer)
  }

  #refusalOfConnection(socket: Socket, use: HandleUse): 'address' | 'handles' | undefined {
    if (!this.#isAdmitted(socket)) return 'address'
    const isProxied = this.#isProxy(socket.remoteAddress)
    return this.limits.handles.admit(socket, isProxied ? { ...use, isProxied } : use) ? undefined : 'handles'
  }

  #isAdmitted(socket: Socket): boolean {
    const { remoteAddress: peer } = socket
    if (this.#admitted.has(socket) || peer === undefined || this.#isProxy(peer)) return true
    const release = this.#quota.acquire(peer)
    if (!release) return false
    this.#admitted.add(socket)
    socket.once('close', release)
    return true
  }

  #answer(socket: Socket): void {
    // the socket has no parser, which would handle errors
    socket.on('error', () => socket.destroy())
    if (this.#refusals >= maxRefusals) {
      socket.destroy()
      return
    }
    this.#refusals += 1
    socket.once('close', () => (this.#refusals -= 1))
    answerOnSocket(socket, tooManyConnections)
  }
}

/** The answer of an overloaded process to new work. */
const overloadAnswer: ErrorAnswer = {
  ...answerOf(restErrors.unavailable),
  headers: { 'Retry-After': String(overloadRetryMs / 1_000) },
}

function counted(reason: string, answer: ErrorAnswer): ErrorAnswer {
  refusedRequests.inc({ reason })
  return answer
}

/** Health checks are answered under any load, because supervisors must see that the process lives. */
function isHealthCheck(target: string | undefined): boolean {
  return splitTarget(target).path.startsWith('/health/')
}

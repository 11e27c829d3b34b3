import type { Duplex } from 'node:stream'
import { AppError, type CountedKey, type Logger, type MemoryReservation } from '@parley/runtime'
import { ConnectionMemory, type ClientNetworks, type ConnectionProbe } from './connection-memory.js'

/** Limits of the bytes in memory for clients: results in progress, unsent answers and incoming bodies. */
export interface UnsentLimits {
  /** All connections of one address together; a larger network has its share. */
  readonly perClient: number
  /** All connections of the process together. */
  readonly perProcess: number
}

interface UnsentOptions {
  readonly limits: UnsentLimits
  readonly log: Logger
  /** Interval of the checks of all connections, in milliseconds. */
  readonly everyMs?: number
  /** A reader that accepts no byte for this time is disconnected, in milliseconds. */
  readonly stallMs?: number
  /** Monotonic milliseconds. */
  readonly clock?: () => number
}

/**
 * Of one address, this many connections may have accepted nothing for this time, in milliseconds; a larger network has
 * its share. Of more, the oldest are disconnected: the system keeps some megabytes for each, which are not counted.
 */
const idleReaders = { most: 20, ms: 15_000 } as const

const defaultEveryMs = 250
/** The system reports progress in large steps. */
const defaultStallMs = 120_000
const retryAfterMs = 1_000
/** A page may use one part in this many of the free memory. */
const pagesInRoom = 4

interface NetworkBytes {
  readonly share: number
  readonly bytes: number
}

/**
 * Counts the memory of a process's connections. A client has at most its share, and never more than is left for
 * others. At a limit it disconnects stalled clients, the one with the most bytes first. If that frees too little, new
 * results are refused.
 */
export class UnsentBytes {
  readonly #connections = new Map<Duplex, ConnectionMemory>()
  readonly #networks = new Map<string, NetworkBytes>()
  readonly #timer: NodeJS.Timeout
  readonly #clock: () => number
  readonly #everyMs: number
  readonly #stallMs: number
  #checked: { readonly at: number; readonly now: number }
  #total = 0

  constructor(private readonly options: UnsentOptions) {
    const { everyMs = defaultEveryMs, stallMs = defaultStallMs, clock = () => performance.now() } = options
    this.#clock = clock
    this.#everyMs = everyMs
    this.#stallMs = stallMs
    this.#checked = { at: clock(), now: 0 }
    this.#timer = setInterval(() => this.check(), everyMs).unref()
  }

  get total(): number {
    return this.#total
  }

  /** Counts a connection, or a stream of HTTP/2, until it closes. */
  watch(socket: Duplex, client: ClientNetworks, probe: ConnectionProbe = {}): void {
    if (this.#connections.has(socket)) return
    this.#connections.set(socket, new ConnectionMemory(socket, client, probe))
    socket.once('close', () => this.#forget(socket))
  }

  /** Assigns the connection to the client of its current request: a proxy's connection serves many clients in turn. */
  attribute(socket: Duplex, client: ClientNetworks): void {
    const connection = this.#connections.get(socket)
    if (!connection || connection.client[0].name === client[0].name) return
    const { counted } = connection
    this.#change(connection, -counted)
    connection.client = client
    this.#change(connection, counted)
  }

  /** Counts the memory of one request of `client`, until it is released. */
  reserve(socket: Duplex, client: ClientNetworks): MemoryReservation {
    let bytes = 0
    const count = (more: number): void => {
      const connection = this.#connections.get(socket)
      if (!connection) return
      this.attribute(socket, client)
      bytes += more
      connection.reserved += more
      this.#count(connection)
    }
    const room = () => this.#room(client)
    return {
      left: () => Math.max(0, Math.floor(room() / pagesInRoom)),
      add: (more) => {
        // nothing is read for a disconnected client
        if (!this.#connections.has(socket)) throw new AppError('UNAVAILABLE')
        this.#requireRoom(client, more)
        count(more)
      },
      count,
      release: () => count(-bytes),
    }
  }

  /** Counts the body of a request until `release`. Throws as `MemoryReservation.add`. */
  receive(socket: Duplex, client: ClientNetworks, bytes: number): Pick<MemoryReservation, 'release'> {
    const held = this.reserve(socket, client)
    held.add(bytes)
    this.#connections.get(socket)?.receive(this.#now())
    let isOver = false
    return {
      release: () => {
        if (isOver) return
        isOver = true
        held.release()
        this.#connections.get(socket)?.receive(undefined)
      },
    }
  }

  /** Counts the data that waits in a socket; call it after a large write. */
  sample(socket: Duplex): void {
    const connection = this.#connections.get(socket)
    if (connection) this.#count(connection)
  }

  /** Counts all connections, and disconnects stalled readers. */
  check(): void {
    const now = this.#now()
    this.#checked = { at: this.#clock(), now }
    for (const connection of this.#connections.values()) {
      connection.observe(now)
      if (connection.waitedMs(now) >= this.#stallMs) this.#disconnect(connection, 'stalled')
      else this.#count(connection)
    }
    this.#endIdleReaders(now)
    const { perClient, perProcess } = this.options.limits
    for (const [name, { share, bytes }] of this.#networks)
      if (bytes > perClient * share) this.#makeRoom(bytes - perClient * share, (one) => one.isOf(name))
    if (this.#total > perProcess) this.#makeRoom(this.#total - perProcess, () => true)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Milliseconds without the pauses of this process, during which clients could not make progress. */
  #now(): number {
    return this.#checked.now + Math.min(this.#clock() - this.#checked.at, 2 * this.#everyMs)
  }

  /** What a client may add: to its share, and to no more than is left for others. */
  #room(client: ClientNetworks): number {
    const { perClient, perProcess } = this.options.limits
    const free = perProcess - this.#total
    const rooms = client.map(({ name, share }) => Math.min(perClient, free) * share - this.#bytesOf(name))
    return Math.min(free, ...rooms)
  }

  #requireRoom(client: ClientNetworks, bytes: number): void {
    const isShort = () => this.#room(client) < bytes
    for (const { name, share } of client) {
      const over = this.#bytesOf(name) + bytes - this.options.limits.perClient * share
      if (over > 0) this.#makeRoom(over, (one) => one.isOf(name))
    }
    // a client makes no room for itself at the cost of smaller ones
    const size = this.#sizeOf(client)
    if (isShort()) this.#makeRoom(bytes - this.#room(client), (one) => this.#sizeOf(one.client) >= size)
    if (isShort()) throw new AppError('UNAVAILABLE', { retryAfterMs })
  }

  /** Disconnects stalled clients until this many bytes are free or none is left. */
  #makeRoom(bytes: number, isCandidate: (connection: ConnectionMemory) => boolean): void {
    const now = this.#now()
    const idle = [...this.#connections.values()].filter((one) => isCandidate(one) && one.isIdle(now))
    idle.sort((one, other) => this.#sizeOf(other.client) - this.#sizeOf(one.client) || other.counted - one.counted)
    let free = 0
    for (const connection of idle) {
      if (free >= bytes) return
      free += connection.counted
      this.#disconnect(connection, 'memory')
    }
  }

  #endIdleReaders(now: number): void {
    const idle = [...this.#connections.values()].filter((one) => one.waitedMs(now) >= idleReaders.ms)
    if (idle.length <= idleReaders.most) return
    idle.sort((one, other) => one.waitedMs(now) - other.waitedMs(now))
    const kept = new Map<string, number>()
    for (const connection of idle) {
      const isOver = ({ name, share }: CountedKey) => (kept.get(name) ?? 0) >= idleReaders.most * share
      if (connection.client.some(isOver)) this.#disconnect(connection, 'stalled')
      else for (const { name } of connection.client) kept.set(name, (kept.get(name) ?? 0) + 1)
    }
  }

  #bytesOf(network: string): number {
    return this.#networks.get(network)?.bytes ?? 0
  }

  /** The bytes of a client's networks, as multiples of their shares: the largest. */
  #sizeOf(client: ClientNetworks): number {
    return Math.max(...client.map(({ name, share }) => this.#bytesOf(name) / share))
  }

  #disconnect(connection: ConnectionMemory, reason: 'stalled' | 'memory'): void {
    const { socket, counted } = connection
    this.#forget(socket)
    connection.end()
    const waitedMs = Math.round(connection.waitedMs(this.#now()))
    this.options.log.warn({ reason, bytes: counted, waitedMs }, 'reader.disconnected')
  }

  #count(connection: ConnectionMemory): void {
    this.#change(connection, connection.bytes - connection.counted)
  }

  #change(connection: ConnectionMemory, by: number): void {
    if (by === 0) return
    for (const { name, share } of connection.client) {
      const bytes = this.#bytesOf(name) + by
      if (bytes === 0) this.#networks.delete(name)
      else this.#networks.set(name, { share, bytes })
    }
    connection.counted += by
    this.#total += by
  }

  #forget(socket: Duplex): void {
    const connection = this.#connections.get(socket)
    if (!connection) return
    this.#connections.delete(socket)
    this.#change(connection, -connection.counted)
  }
}

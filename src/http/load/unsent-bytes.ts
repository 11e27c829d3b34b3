import type { Socket } from 'node:net'
import { AppError } from '../../errors.js'
import type { Logger } from '../../logger.js'
import type { MemoryReservation } from '../../result-bytes.js'
import { ConnectionMemory } from './connection-memory.js'

/** Limits of the bytes in memory for clients: results in progress, unsent answers and incoming bodies. */
export interface UnsentLimits {
  /** All connections of one address together. */
  readonly perClient: number
  /** All connections of the process together. */
  readonly perProcess: number
}

export interface UnsentOptions {
  readonly limits: UnsentLimits
  readonly log: Logger
  /** Interval of the checks of all connections, in milliseconds. Default 250. */
  readonly everyMs?: number
  /**
   * A reader that accepts no byte for this time is disconnected, in milliseconds. Default 120,000, because the system
   * reports progress in large steps.
   */
  readonly stallMs?: number
  /** Monotonic milliseconds. */
  readonly clock?: () => number
}

const retryAfterMs = 1_000
/** A page may use one part in this many of the free memory. */
const pagesInRoom = 4

/**
 * Counts the memory of a process's connections. At a limit it disconnects stalled clients, the one with the most bytes
 * first. If that frees too little, new results are refused.
 */
export class UnsentBytes {
  readonly #connections = new Map<Socket, ConnectionMemory>()
  readonly #clients = new Map<string, number>()
  readonly #timer: NodeJS.Timeout
  readonly #clock: () => number
  readonly #everyMs: number
  readonly #stallMs: number
  #checked: { readonly at: number; readonly now: number }
  #total = 0

  constructor(private readonly options: UnsentOptions) {
    const { everyMs = 250, stallMs = 120_000, clock = () => performance.now() } = options
    this.#clock = clock
    this.#everyMs = everyMs
    this.#stallMs = stallMs
    this.#checked = { at: clock(), now: 0 }
    this.#timer = setInterval(() => this.check(), everyMs).unref()
  }

  get total(): number {
    return this.#total
  }

  /** Counts a connection until it closes. `unsent` returns the waiting bytes of its answers. */
  watch(socket: Socket, client: string, unsent = () => socket.writableLength): void {
    if (this.#connections.has(socket)) return
    this.#connections.set(socket, new ConnectionMemory(socket, client, unsent))
    socket.once('close', () => this.#forget(socket))
  }

  /** Assigns the connection to the client of its current request: a proxy's connection serves many clients in turn. */
  attribute(socket: Socket, client: string): void {
    const connection = this.#connections.get(socket)
    if (!connection || connection.client === client) return
    const { counted } = connection
    this.#change(connection, -counted)
    connection.client = client
    this.#change(connection, counted)
  }

  /** Counts the memory of one request of `client`, until it is released. */
  reserve(socket: Socket, client: string): MemoryReservation {
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
  receive(socket: Socket, client: string, bytes: number): Pick<MemoryReservation, 'release'> {
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
  sample(socket: Socket): void {
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
    const { perClient, perProcess } = this.options.limits
    for (const [client, bytes] of this.#clients)
      if (bytes > perClient) this.#makeRoom(bytes - perClient, (one) => one.client === client)
    if (this.#total > perProcess) this.#makeRoom(this.#total - perProcess, () => true)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Milliseconds without the pauses of this process, during which clients could not make progress. */
  #now(): number {
    return this.#checked.now + Math.min(this.#clock() - this.#checked.at, 2 * this.#everyMs)
  }

  #room(client: string): number {
    const { perClient, perProcess } = this.options.limits
    return Math.min(perClient - (this.#clients.get(client) ?? 0), perProcess - this.#total)
  }

  #requireRoom(client: string, bytes: number): void {
    if (this.#room(client) >= bytes) return
    const { perClient, perProcess } = this.options.limits
    const overClient = (this.#clients.get(client) ?? 0) + bytes - perClient
    if (overClient > 0) this.#makeRoom(overClient, (one) => one.client === client)
    const overProcess = this.#total + bytes - perProcess
    if (overProcess > 0) this.#makeRoom(overProcess, () => true)
    if (this.#room(client) < bytes) throw new AppError('UNAVAILABLE', { retryAfterMs })
  }

  /** Disconnects stalled clients until this many bytes are free or none is left. */
  #makeRoom(bytes: number, isCandidate: (connection: ConnectionMemory) => boolean): void {
    const now = this.#now()
    const sizeOf = ({ client }: ConnectionMemory) => this.#clients.get(client) ?? 0
    const idle = [...this.#connections.values()].filter((one) => isCandidate(one) && one.isIdle(now))
    idle.sort((one, other) => sizeOf(other) - sizeOf(one) || other.counted - one.counted)
    let free = 0
    for (const connection of idle) {
      if (free >= bytes) return
      free += connection.counted
      this.#disconnect(connection, 'memory')
    }
  }

  #disconnect(connection: ConnectionMemory, reason: 'stalled' | 'memory'): void {
    const { socket, counted } = connection
    this.#forget(socket)
    socket.destroy()
    const waitedMs = Math.round(connection.waitedMs(this.#now()))
    this.options.log.warn({ reason, bytes: counted, waitedMs }, 'reader.disconnected')
  }

  #count(connection: ConnectionMemory): void {
    this.#change(connection, connection.bytes - connection.counted)
  }

  #change(connection: ConnectionMemory, by: number): void {
    if (by === 0) return
    const { client } = connection
    const bytes = (this.#clients.get(client) ?? 0) + by
    if (bytes === 0) this.#clients.delete(client)
    else this.#clients.set(client, bytes)
    connection.counted += by
    this.#total += by
  }

  #forget(socket: Socket): void {
    const connection = this.#connections.get(socket)
    if (!connection) return
    this.#connections.delete(socket)
    this.#change(connection, -connection.counted)
  }
}

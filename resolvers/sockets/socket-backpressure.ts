import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import { closable, isPollable, type Pollable } from '@parley/runtime'
import { TurnQueue } from './turn-queue.js'

export interface SocketLimits {
  /** Operations in flight, subscriptions included; further ones are answered RATE_LIMITED. */
  readonly operations: number
  /** Queries, mutations and starts of subscriptions that run at the same time; the others wait. */
  readonly atOnce: number
  /** Unread bytes of a client above which the server reads and runs nothing more for it. */
  readonly unsentBytes: number
  /** How long the client has to read all of these bytes, in milliseconds; then the socket is closed (1013). */
  readonly drainMs: number
}

export const socketLimits: SocketLimits = { operations: 100, atOnce: 4, unsentBytes: 4_194_304, drainMs: 10_000 }

/** Operations of all sockets, of which a few begin in one turn of the event loop. */
const starts = new TurnQueue(8)
/** Sockets that have closed: the end of up to a hundred operations is the work of one turn. */
export const socketEnds = new TurnQueue(1)

export interface OperationSlot {
  /** Resolves when the operation may begin; false when the socket has closed. */
  turn(): Promise<boolean>
  /** Also releases what the operation holds. */
  leave(): void
  /** Calls `release` when the operation leaves. */
  hold(release: () => void): void
  /**
   * Passes the events of a subscription on; requests each when the client has read the previous ones. The reader calls
   * `return` at their end, also after an error.
   */
  stream<T>(events: AsyncIterableIterator<T, undefined>): AsyncIterableIterator<T, undefined>
}

/** Bounds the work for one socket: other sockets run in between, and answers do not accumulate. */
export class SocketBackpressure {
  readonly #waiting: ((mayBegin: boolean) => void)[] = []
  readonly #streams = new Set<() => Promise<void>>()
  #inFlight = 0
  #running = 0
  #isStarting = false
  #pauses = 0
  #draining: Promise<void> | undefined
  #flushing: Promise<void> | undefined

  constructor(
    private readonly webSocket: WebSocket,
    private readonly connection: Socket,
    private readonly limits: SocketLimits,
  ) {
    // also for pings, which are answered without an operation
    webSocket.on('message', () => void this.#drained())
    webSocket.on('ping', () => void this.#drained())
    webSocket.once('close', () => {
      for (const begin of this.#waiting.splice(0)) begin(false)
      socketEnds.add(() => {
        for (const end of this.#streams) void end()
      })
    })
  }

  /** Acquires a slot for an operation; undefined when none is free. */
  enter(): OperationSlot | undefined {
    if (this.#inFlight >= this.limits.operations) return undefined
    this.#inFlight += 1
    let held: 'slot' | 'slot and turn' | 'nothing' = 'slot'
    const endTurn = () => {
      if (held !== 'slot and turn') return
      held = 'slot'
      this.#running -= 1
      this.#startNext()
    }
    const releases: (() => void)[] = []
    const leave = () => {
      endTurn()
      if (held !== 'nothing') this.#inFlight -= 1
      held = 'nothing'
      for (const release of releases.splice(0)) release()
    }
    return {
      leave,
      hold: (release) => void releases.push(release),
      turn: async () => {
        const mayBegin = await this.#turn()
        if (mayBegin) held = 'slot and turn'
        return mayBegin
      },
      stream: (events) => {
        endTurn()
        return this.#stream(events, leave)
      },
    }
  }

  /**
   * Writes a frame of an event directly to the socket: ws would write head and body separately. When the client has not
   * read the earlier data, returns a promise that resolves when it has, or when the socket has closed.
   */
  write(frame: Buffer): Promise<void> | undefined {
    const { webSocket, connection } = this
    if (webSocket.readyState !== WebSocket.OPEN || connection.write(frame)) return undefined
    return this.#flushed()
  }

  /** Nothing more is read from the socket until the returned function is called. */
  pauseReading(): () => void {
    this.#pauses += 1
    this.webSocket.pause()
    return () => {
      this.#pauses -= 1
      if (this.#pauses === 0) this.webSocket.resume()
    }
  }

  /** Resolves when the client has read everything, or the socket has closed. */
  #flushed(): Promise<void> {
    const { webSocket, connection } = this
    return (this.#flushing ??= new Promise<void>((resolve) => {
      const settle = () => {
        connection.off('drain', settle)
        webSocket.off('close', settle)
        this.#flushing = undefined
        resolve()
      }
      connection.on('drain', settle)
      webSocket.on('close', settle)
    }))
  }

  #turn(): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#startNext()
    })
  }

  #startNext(): void {
    if (this.#isStarting || this.#running >= this.limits.atOnce || this.#waiting.length === 0) return
    this.#isStarting = true
    starts.add(() => void this.#start())
  }

  async #start(): Promise<void> {
    await this.#drained()
    this.#isStarting = false
    const begin = this.#waiting.shift()
    const isOpen = this.webSocket.readyState === WebSocket.OPEN
    if (begin && isOpen) this.#running += 1
    begin?.(isOpen)
    this.#startNext()
  }

  #stream<T>(events: AsyncIterableIterator<T, undefined>, leave: () => void): AsyncIterableIterator<T, undefined> {
    const end = async () => {
      leave()
      this.#streams.delete(end)
      await events.return?.()
    }
    this.#streams.add(end)
    const read = () => events.next()
    const stream = closable(() => (this.#isFull() ? this.#drained().then(read) : read()), end)
    if (!isPollable(events)) return stream
    let isDraining = false
    let onReady: (() => void) | undefined
    const resume = () => {
      isDraining = false
      onReady?.()
    }
    const polled: Pollable<T> = {
      ...stream,
      poll: () => {
        if (!this.#isFull()) return events.poll()
        if (!isDraining) void this.#drained().then(resume)
        isDraining = true
        return undefined
      },
      notify: (ready) => {
        onReady = ready
        events.notify(ready)
      },
    }
    return polled
  }

  /** Resolves at once below the bound, otherwise when the client has read everything or the socket has closed. */
  async #drained(): Promise<void> {
    if (this.#isFull()) await (this.#draining ??= this.#drain())
  }

  #isFull(): boolean {
    const { webSocket, connection, limits } = this
    return connection.writableLength > limits.unsentBytes && webSocket.readyState !== WebSocket.CLOSED
  }

  async #drain(): Promise<void> {
    const resume = this.pauseReading()
    const drainTimer = setTimeout(() => this.webSocket.close(1013, 'Read faster'), this.limits.drainMs)
    await this.#flushed()
    clearTimeout(drainTimer)
    this.#draining = undefined
    resume()
  }
}

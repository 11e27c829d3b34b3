import { readdirSync, readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { type Logger, networkOf } from '@parley/runtime'

/** Measures the file handles of this process. */
interface HandleProbe {
  /** Those that the system allows; undefined when it does not say. */
  readonly limit: number | undefined
  /** Those in use now. */
  readonly inUse: () => number
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
}

/** How a listener uses its connections. */
export interface HandleUse {
  /** Whether its clients are programs of the operator, for which handles are kept free. */
  readonly isInternal: boolean
  /** Whether its peer is a trusted proxy, whose connections are those of many clients. */
  readonly isProxied?: boolean
  /** Whether nothing happens on a connection: it can be closed for another one. */
  readonly isIdle: (socket: Socket) => boolean
}

/** Of one address. Within both, those that were idle longest are first. */
interface Held {
  /** Without a request so far. */
  readonly silent: Map<Socket, HandleUse>
  readonly used: Map<Socket, HandleUse>
}

const sizeOf = ({ silent, used }: Held) => silent.size + used.size

/** A measurement reads a folder of the system, so it is used for this long, in milliseconds. */
const freshMs = 100
/** Of the limit, a part that connections of clients leave free: at least and at most so many. */
const reserve = { share: 1 / 4, least: 32, most: 1_024 } as const
/** The connections of an address that are looked at to find an idle one. */
const looks = 100
/** The state ends when so many handles are free again beyond the reserve. */
const freeAgain = 8

/**
 * Keeps file handles free for health checks, metrics, stores and logs, however many connections clients open. When
 * connections may use no more, one more is exchanged for the one that has been idle longest, of the address with most
 * connections, those without a request first. Without an idle one the oldest connection of an address ends that has more
 * than half of them, unless it asks itself; otherwise the new one is refused.
 */
export class FileHandles {
  readonly #held = new Map<string, Held>()
  readonly #addresses = new WeakMap<Socket, string>()
  readonly #reserve: number
  #measured: { readonly at: number; readonly count: number } | undefined
  /** Opened minus closed connections since the measurement. */
  #since = 0
  #isShort = false

  constructor(private readonly options: { readonly probe: HandleProbe; readonly log: Logger }) {
    const { limit = Infinity } = options.probe
    this.#reserve = Math.min(reserve.most, Math.max(reserve.least, Math.floor(limit * reserve.share)))
  }

  /** Counts a connection that was accepted, until it closes. False when there is no handle for it: it must be closed at once. */
  admit(socket: Socket, use: HandleUse): boolean {
    const { limit } = this.options.probe
    if (limit === undefined) return true
    if (this.#addresses.has(socket)) return true
    const address = networkOf(socket.remoteAddress ?? null)
    this.#addresses.set(socket, address)
    this.#since += 1
    socket.once('close', () => this.#closed(socket))
    const most = limit - (use.isInternal ? this.#reserve / 2 : this.#reserve)
    if (this.#inUse() > most && !this.#exchange(use, address)) {
      this.#report(limit)
      // the caller closes it
      this.#forget(socket)
      return false
    }
    const held = this.#held.get(address)
    if (held) held.silent.set(socket, use)
    else this.#held.set(address, { silent: new Map([[socket, use]]), used: new Map() })
    return true
  }

  /** A connection becomes idle after a request: others have been idle for longer. */
  used(socket: Socket): void {
    const held = this.#held.get(this.#addresses.get(socket) ?? '')
    const use = held?.silent.get(socket) ?? held?.used.get(socket)
    if (!held || !use) return
    held.silent.delete(socket)
    held.used.delete(socket)
    held.used.set(socket, use)
  }

  #closed(socket: Socket): void {
    this.#forget(socket)
    const { limit } = this.options.probe
    if (!this.#isShort || limit === undefined) return
    const most = limit - this.#reserve - freeAgain
    if (this.#inUse() > most) return
    // a handle that was closed before the measurement, and its event after it, counts twice: no later event would correct the state
    this.#measured = undefined
    if (this.#inUse() > most) return
    this.#isShort = false
    this.options.log.info({}, 'file_handles.available')
  }

  #forget(socket: Socket): void {
    const address = this.#addresses.get(socket)
    if (address === undefined) return
    this.#addresses.delete(socket)
    this.#since -= 1
    const held = this.#held.get(address)
    held?.silent.delete(socket)
    held?.used.delete(socket)
    if (held && sizeOf(held) === 0) this.#held.delete(address)
  }

  #inUse(): number {
    const { now, inUse } = this.options.probe
    const at = now()
    if (this.#measured === undefined || at - this.#measured.at >= freshMs) {
      // their handles are closed, and no part of the measurement, although their events come later
      for (const { silent, used } of this.#held.values())
        for (const socket of [...silent.keys(), ...used.keys()]) if (socket.destroyed) this.#forget(socket)
      this.#measured = { at, count: inUse() }
      this.#since = 0
    }
    return this.#measured.count + this.#since
  }

  /** Closes a connection for a new one of `address`; false when none may be closed for it. */
  #exchange({ isInternal }: HandleUse, address: string): boolean {
    const { limit = Infinity } = this.options.probe
    let largest: Held | undefined
    let count = 0
    for (const held of this.#held.values()) {
      count += sizeOf(held)
      if (!largest || sizeOf(held) > sizeOf(largest)) largest = held
    }
    if (!largest) return false
    const isGreedy = sizeOf(largest) > count / 2 && this.#held.get(address) !== largest
    const closed =
      firstIdle(largest, isInternal) ?? this.#anyIdle(isInternal) ?? (isGreedy ? oldest(largest) : undefined)
    if (!closed) return false
    this.#report(limit)
    closed.destroy()
    // its handle is free now, its event comes later
    this.#closed(closed)
    return true
  }

  #anyIdle(isInternal: boolean): Socket | undefined {
    let left = looks
    for (const held of this.#held.values()) {
      const idle = firstIdle(held, isInternal)
      left -= 1
      if (idle || left === 0) return idle
    }
    return undefined
  }

  #report(limit: number): void {
    if (this.#isShort) return
    this.#isShort = true
    const connections = [...this.#held.values()].reduce((sum, held) => sum + sizeOf(held), 0)
    const advice = 'raise the limit of open files (ulimit -n, LimitNOFILE), or find out who opens so many connections'
    this.options.log.warn({ limit, kept: this.#reserve, connections, advice }, 'file_handles.exhausted')
  }
}

/** A client that reuses a connection could send a request just now: those without any request are first. */
function firstIdle({ silent, used }: Held, isInternal: boolean): Socket | undefined {
  return firstOf(silent, isInternal) ?? firstOf(used, isInternal)
}

/** Those without an answer so far are first; undefined when all are of the operator or of many clients. */
function oldest({ silent, used }: Held): Socket | undefined {
  for (const connections of [silent, used])
    for (const [socket, { isInternal, isProxied = false }] of connections) if (!isInternal && !isProxied) return socket
  return undefined
}

/** For an internal listener any connection can end, for another one only those of clients. */
function firstOf(connections: ReadonlyMap<Socket, HandleUse>, isInternal: boolean): Socket | undefined {
  let left = looks
  for (const [socket, use] of connections) {
    if ((isInternal || !use.isInternal) && !socket.destroyed && use.isIdle(socket)) return socket
    left -= 1
    if (left === 0) return undefined
  }
  return undefined
}

/** Measures this process, on Linux. */
export function systemHandles(): HandleProbe {
  return {
    limit: limitOfSystem(),
    inUse: () => readdirSync('/proc/self/fd').length,
    now: () => performance.now(),
  }
}

function limitOfSystem(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? undefined : Number(soft)
  } catch {
    // another system
    return undefined
  }
}

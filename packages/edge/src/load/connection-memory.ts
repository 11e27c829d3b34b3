import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { CountedKey } from '@parley/runtime'

/** After this time without progress a reader may be disconnected when memory is short, in milliseconds. */
const idleReaderMs = 1_000
/** The same for a body of which fewer bytes have arrived in that time. */
const slowBody = { ms: 5_000, bytes: 16_384 } as const

/** The networks of a client's address, the smallest first. */
export type ClientNetworks = readonly [CountedKey, ...CountedKey[]]

/** How a connection is watched, where that differs from a socket with one answer. */
export interface ConnectionProbe {
  /** The bytes of unsent answers, also of pipelined requests. */
  readonly unsent?: () => number
  /** A text that changes whenever the client accepts bytes. */
  readonly progress?: () => string
  /** Disconnects the client. */
  readonly end?: () => void
}

/**
 * The memory of one connection, or of one stream of HTTP/2, and whether its client reads. Instants are those of its
 * `UnsentBytes`.
 */
export class ConnectionMemory {
  /** Bytes that its requests have added. */
  reserved = 0
  /** Its share in the totals. */
  counted = 0
  /** While bytes wait for the reader: its progress, and since when it is unchanged. */
  #waiting: { readonly progress: string; readonly since: number } | undefined
  /** While a large body arrives: its progress, and since when. */
  #receiving: { readonly bytesRead: number; readonly since: number } | undefined

  constructor(
    readonly socket: Duplex,
    /** The client of its current request. */
    public client: ClientNetworks,
    private readonly probe: ConnectionProbe,
  ) {}

  get bytes(): number {
    const { socket, probe } = this
    return Math.max(this.reserved, probe.unsent?.() ?? socket.writableLength)
  }

  end(): void {
    const { socket, probe } = this
    if (probe.end) probe.end()
    // a usual close keeps what the reader has not accepted in the kernel, some MB, until the system gives the reader up
    else if (isOverTcp(socket)) socket.resetAndDestroy()
    else socket.destroy()
  }

  isOf(network: string): boolean {
    return this.client.some(({ name }) => name === network)
  }

  /** Starts to watch a large body; undefined stops it. */
  receive(now: number | undefined): void {
    this.#receiving = now === undefined ? undefined : { bytesRead: bytesReadOf(this.socket), since: now }
  }

  /** Records the progress since the last call. */
  observe(now: number): void {
    const { socket, probe } = this
    const progress = socket.writableLength === 0 ? undefined : (probe.progress?.() ?? progressOf(socket))
    if (progress !== this.#waiting?.progress)
      this.#waiting = progress === undefined ? undefined : { progress, since: now }
    const receiving = this.#receiving
    if (receiving && bytesReadOf(socket) - receiving.bytesRead >= slowBody.bytes) this.receive(now)
  }

  /** How long the reader has accepted none of the waiting bytes. */
  waitedMs(now: number): number {
    return this.#waiting === undefined ? 0 : now - this.#waiting.since
  }

  isIdle(now: number): boolean {
    this.observe(now)
    const isBodyLate = this.#receiving !== undefined && now - this.#receiving.since >= slowBody.ms
    return isBodyLate || this.waitedMs(now) >= idleReaderMs
  }
}

/**
 * Changes whenever the system accepts bytes. A large write is reported only when it is complete, so the write queue is
 * included. `socket.bytesWritten` is too expensive: it measures every waiting string at each check.
 */
function progressOf(socket: Duplex): string {
  const handle: unknown = Reflect.get(socket, '_handle')
  const counter = (name: string): unknown =>
    typeof handle === 'object' && handle !== null ? Reflect.get(handle, name) : 0
  return `${String(counter('bytesWritten'))} ${String(socket.writableLength)} ${String(counter('writeQueueSize'))}`
}

/** Only these can be reset: not TLS, nor a socket file. */
function isOverTcp(socket: Duplex): socket is Socket {
  return socket instanceof Socket && !(socket instanceof TLSSocket) && socket.remoteAddress !== undefined
}

function bytesReadOf(socket: Duplex): number {
  return socket instanceof Socket ? socket.bytesRead : 0
}

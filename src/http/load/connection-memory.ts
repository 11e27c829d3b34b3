import type { Socket } from 'node:net'

/** A reader that has not moved for so long can be disconnected when memory is short, in milliseconds. */
const idleReaderMs = 1_000
/** The same for a body of which so few bytes have arrived in that time. */
const slowBody = { ms: 5_000, bytes: 16_384 } as const

/** The memory of one connection, and whether its client reads. Instants are those of its `UnsentBytes`. */
export class ConnectionMemory {
  /** Bytes that its requests have added. */
  held = 0
  /** Its share in the totals. */
  counted = 0
  /** While bytes wait for the reader: how far it is, and since when. */
  #waiting: { readonly progress: string; readonly since: number } | undefined
  /** While a large body arrives: how far it is, and since when. */
  #receiving: { readonly bytesRead: number; readonly since: number } | undefined

  constructor(
    readonly socket: Socket,
    /** The address that its current request comes from. */
    public client: string,
    /** Bytes of the answers that wait behind others on this connection, and in the socket. */
    private readonly unsent: () => number,
  ) {}

  get bytes(): number {
    return Math.max(this.held, this.unsent())
  }

  /** A large body begins to arrive; undefined ends it. */
  receive(now: number | undefined): void {
    this.#receiving = now === undefined ? undefined : { bytesRead: this.socket.bytesRead, since: now }
  }

  /** Notes whether the client has moved since the last call. */
  observe(now: number): void {
    const progress = this.socket.writableLength === 0 ? undefined : progressOf(this.socket)
    if (progress !== this.#waiting?.progress)
      this.#waiting = progress === undefined ? undefined : { progress, since: now }
    const { bytesRead } = this.socket
    if (this.#receiving && bytesRead - this.#receiving.bytesRead >= slowBody.bytes) this.receive(now)
  }

  /** How long the reader has accepted nothing of what waits for it. */
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
 * Changes whenever the system accepts bytes. A large write counts as waiting to its end, so its queue is looked at too.
 * `socket.bytesWritten` would measure every string that waits, in each check.
 */
function progressOf(socket: Socket): string {
  const handle: unknown = Reflect.get(socket, '_handle')
  const counter = (name: string): unknown =>
    typeof handle === 'object' && handle !== null ? Reflect.get(handle, name) : 0
  return `${String(counter('bytesWritten'))} ${String(socket.writableLength)} ${String(counter('writeQueueSize'))}`
}

import type { Socket } from 'node:net'

/** After this time without progress a reader may be disconnected when memory is short, in milliseconds. */
const idleReaderMs = 1_000
/** The same for a body of which fewer bytes have arrived in that time. */
const slowBody = { ms: 5_000, bytes: 16_384 } as const

/** The memory of one connection, and whether its client reads. Instants are those of its `UnsentBytes`. */
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
    readonly socket: Socket,
    /** The address of the client of its current request. */
    public client: string,
    /** Bytes of unsent answers: in the socket, and of pipelined requests. */
    private readonly unsent: () => number,
  ) {}

  get bytes(): number {
    return Math.max(this.reserved, this.unsent())
  }

  /** Starts to watch a large body; undefined stops it. */
  receive(now: number | undefined): void {
    this.#receiving = now === undefined ? undefined : { bytesRead: this.socket.bytesRead, since: now }
  }

  /** Records the progress since the last call. */
  observe(now: number): void {
    const progress = this.socket.writableLength === 0 ? undefined : progressOf(this.socket)
    if (progress !== this.#waiting?.progress)
      this.#waiting = progress === undefined ? undefined : { progress, since: now }
    const receiving = this.#receiving
    if (receiving && this.socket.bytesRead - receiving.bytesRead >= slowBody.bytes) this.receive(now)
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
function progressOf(socket: Socket): string {
  const handle: unknown = Reflect.get(socket, '_handle')
  const counter = (name: string): unknown =>
    typeof handle === 'object' && handle !== null ? Reflect.get(handle, name) : 0
  return `${String(counter('bytesWritten'))} ${String(socket.writableLength)} ${String(counter('writeQueueSize'))}`
}

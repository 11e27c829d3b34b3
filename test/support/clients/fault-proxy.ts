import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

/** What happens to one connection. */
export interface ConnectionFate {
  /** Closed when the server has sent this many bytes; the server has processed what it answers with them. */
  readonly cutAfterBytes?: number
  /** Milliseconds before each piece of an answer. */
  readonly delayMs?: number
  /** Bytes of a piece of an answer; the rest waits for its own delay. */
  readonly pieceBytes?: number
  /**
   * Milliseconds before the server gets it: connections that were opened later arrive earlier. What the client has sent
   * arrives even when the client has gone, and perhaps sent it again.
   */
  readonly lateMs?: number
  /** Closed on the side of the client when its first bytes are here, so with `lateMs` they arrive after their client has gone. */
  readonly leavesEarly?: boolean
  /** Milliseconds after which the server gets all of it a second time, on another connection without a reader. */
  readonly duplicateAfterMs?: number
  /** Refuses WebSockets, as some networks do. */
  readonly refusesSockets?: boolean
}

/** A proxy of a server that gives each connection a fate of its own. */
export class FaultProxy {
  readonly #sockets = new Set<Socket>()
  readonly #server: Server
  readonly #end = new AbortController()
  /** How many connections it has accepted, and how many of them it has cut, delivered twice and delivered after their end. */
  accepted = 0
  cut = 0
  duplicated = 0
  outlived = 0

  private constructor(
    private readonly target: URL,
    private readonly fate: () => ConnectionFate,
  ) {
    this.#server = createServer((near) => this.#join(near))
  }

  static async open(target: string, fate: () => ConnectionFate): Promise<FaultProxy> {
    const proxy = new FaultProxy(new URL(target), fate)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`
  }

  /** Cuts all connections; new ones are accepted. */
  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async close(): Promise<void> {
    this.#end.abort()
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.cutAll()
    await closed
  }

  #join(near: Socket): void {
    this.accepted += 1
    const fate = this.fate()
    this.#hold(near)
    const { lateMs = 0, duplicateAfterMs, leavesEarly = false, refusesSockets = false } = fate
    if (refusesSockets) near.once('data', (head) => /\r\nupgrade: websocket/i.test(head.toString()) && near.destroy())
    const end = () => near.destroy()
    void this.#deliver(near, lateMs).then((far) => this.#answer({ near, far, fate }).then(end, end), end)
    // after `#deliver` has the bytes
    if (leavesEarly) near.once('data', end)
    if (duplicateAfterMs === undefined) return
    this.duplicated += 1
    void this.#deliver(near, duplicateAfterMs).then(
      (copy) => copy.resume(),
      () => undefined,
    )
  }

  /** A connection to the server with everything that the client sends, which begins after this time. */
  async #deliver(near: Socket, lateMs: number): Promise<Socket> {
    const sent = near.pipe(new PassThrough())
    near.once('close', () => sent.end())
    if (lateMs > 0) await pause(lateMs, undefined, { signal: this.#end.signal })
    const far = this.#hold(connect(Number(this.target.port), this.target.hostname))
    if (near.destroyed) {
      this.outlived += 1
      // the server has executed what it answers
      far.once('data', () => far.destroy())
    } else near.once('close', () => far.destroy())
    sent.pipe(far)
    return far
  }

  #hold(socket: Socket): Socket {
    this.#sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    socket.on('close', () => this.#sockets.delete(socket))
    return socket
  }

  async #answer({ near, far, fate }: { near: Socket; far: Socket; fate: ConnectionFate }): Promise<void> {
    const { cutAfterBytes = Infinity, delayMs = 0, pieceBytes = Infinity } = fate
    let left = cutAfterBytes
    for await (const chunk of far as AsyncIterable<Buffer>) {
      for (let start = 0; start < chunk.length; start += pieceBytes) {
        const piece = chunk.subarray(start, Math.min(start + pieceBytes, chunk.length, start + left))
        if (delayMs > 0) await pause(delayMs)
        if (piece.length > 0 && !near.write(piece)) await new Promise((resolve) => near.once('drain', resolve))
        left -= piece.length
        if (left > 0) continue
        this.cut += 1
        return
      }
    }
  }
}

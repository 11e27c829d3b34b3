import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** What happens to one connection. */
export interface ConnectionFate {
  /** Closed when the server has sent this many bytes; the server has processed what it answers with them. */
  readonly cutAfterBytes?: number
  /** Milliseconds before each piece of an answer. */
  readonly delayMs?: number
  /** Bytes of a piece of an answer; the rest waits for its own delay. */
  readonly pieceBytes?: number
  /** Refuses WebSockets, as some networks do. */
  readonly refusesSockets?: boolean
}

/** A proxy of a server that gives each connection a fate of its own. */
export class FaultProxy {
  readonly #sockets = new Set<Socket>()
  readonly #server: Server
  /** How many connections it has accepted, and how many of them it has cut. */
  accepted = 0
  cut = 0

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
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.cutAll()
    await closed
  }

  #join(near: Socket): void {
    this.accepted += 1
    const fate = this.fate()
    const far = connect(Number(this.target.port), this.target.hostname)
    const destroy = () => [near, far].forEach((socket) => socket.destroy())
    for (const socket of [near, far]) {
      this.#sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', destroy)
      socket.on('close', () => {
        this.#sockets.delete(socket)
        destroy()
      })
    }
    if (fate.refusesSockets) near.once('data', (head) => /\r\nupgrade: websocket/i.test(head.toString()) && destroy())
    near.pipe(far)
    void this.#answer({ near, far, fate }).then(destroy, destroy)
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

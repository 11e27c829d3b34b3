import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

/** A wire to a PostgreSQL server that can be cut and laid again on the same port, as when the server restarts. */
export class PostgresProxy {
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #port = 0

  private constructor(private readonly target: URL) {}

  static async open(target: string): Promise<PostgresProxy> {
    const proxy = new PostgresProxy(new URL(target))
    await proxy.lay()
    return proxy
  }

  /** The same database, over this wire. */
  get url(): string {
    const url = new URL(this.target)
    url.hostname = '127.0.0.1'
    url.port = String(this.#port)
    return url.toString()
  }

  async lay(): Promise<void> {
    const server = createServer((near) => this.#join(near))
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
  }

  /** Ends every connection and takes no new one. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  #join(near: Socket): void {
    const far = connect(Number(this.target.port || 5432), this.target.hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket)
      socket.pipe(other)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
    }
  }
}

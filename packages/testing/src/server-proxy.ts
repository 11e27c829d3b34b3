import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { Transform } from 'node:stream'

// below those that Linux gives to other processes, also while the proxy is cut
const [firstPort, ports] = [20_000, 12_000]

/** A proxy of a server whose connections a test can cut, restore on the same port (as after a restart), silence or lose. */
export class ServerProxy {
  readonly #sockets = new Set<Socket>()
  /** Those of clients. */
  readonly #near = new Set<Socket>()
  readonly #lost = new Set<Socket>()
  #server: Server | undefined
  #port = 0
  #isSilent = false
  #held: { readonly text: string; readonly until: Promise<unknown> } | undefined

  private constructor(
    /** Where the next connections go. */
    public target: URL,
  ) {}

  static async open(target: string): Promise<ServerProxy> {
    const proxy = new ServerProxy(new URL(target))
    await proxy.lay()
    return proxy
  }

  /** The address of the server through this proxy. */
  get url(): string {
    const url = new URL(this.target)
    url.hostname = '127.0.0.1'
    url.port = String(this.#port)
    return url.toString()
  }

  async lay(): Promise<void> {
    this.#isSilent = false
    if (this.#server?.listening === true) return
    while (this.#port === 0) {
      const port = firstPort + Math.floor(Math.random() * ports)
      // undefined for one that is in use
      this.#server = await this.#listen(port).catch(() => undefined)
      if (this.#server) this.#port = port
    }
    if (this.#server?.listening !== true) this.#server = await this.#listen(this.#port)
  }

  /** Ends all connections and accepts no new ones. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  /** Accepts connections and requests but answers nothing, until the next cut and restore. */
  fallSilent(): void {
    this.#isSilent = true
  }

  /**
   * Drops all that the open connections send from now on, in both directions and without an end, as when a network
   * loses a server. New connections work.
   */
  lose(): void {
    for (const socket of this.#near) this.#lost.add(socket)
  }

  /** The lost connections that their clients keep. */
  get lost(): number {
    return this.#lost.size
  }

  /** From a request with this text on, no answer is passed on until then. */
  holdAnswers(text: string, until: Promise<unknown>): void {
    this.#held = { text, until }
  }

  async #listen(port: number): Promise<Server> {
    const server = createServer((near) => this.#join(near))
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }

  #join(near: Socket): void {
    const far = connect(Number(this.target.port || 5432), this.target.hostname)
    let isHeld = false
    near.on('data', (chunk: Buffer) => (isHeld ||= this.#held !== undefined && chunk.includes(this.#held.text)))
    const passed = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        if (isHeld) void this.#held?.until.then(() => done(null, chunk))
        else done(null, this.#isSilent || this.#lost.has(near) ? undefined : chunk)
      },
    })
    const sent = new Transform({
      transform: (chunk: Buffer, _encoding, done) => done(null, this.#lost.has(near) ? undefined : chunk),
    })
    this.#near.add(near)
    near.on('close', () => {
      this.#near.delete(near)
      this.#lost.delete(near)
    })
    far.pipe(passed).pipe(near)
    near.pipe(sent).pipe(far)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
    }
  }
}

import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { eventually } from '../app/eventually.js'

const checkMs = 50

/** A balancer of TCP connections: a new one goes to the first instance whose `/health/ready` is 200. */
export class Balancer {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #checks: NodeJS.Timeout
  #ready: URL | undefined

  private constructor(private readonly instances: readonly string[]) {
    this.#server = createServer((near) => this.#join(near)).listen(0, '127.0.0.1')
    this.#checks = setInterval(() => void this.#check(), checkMs)
  }

  static async open(instances: readonly string[]): Promise<Balancer> {
    const balancer = new Balancer(instances)
    await eventually('an instance is ready', () => balancer.#ready !== undefined)
    return balancer
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`
  }

  async close(): Promise<void> {
    clearInterval(this.#checks)
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #check(): Promise<void> {
    for (const url of this.instances) {
      const isReady = await fetch(`${url}/health/ready`).then(
        ({ status }) => status === 200,
        () => false,
      )
      if (isReady) {
        this.#ready = new URL(url)
        return
      }
    }
  }

  #join(near: Socket): void {
    const far = connect(Number(this.#ready?.port), '127.0.0.1')
    near.pipe(far).pipe(near)
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

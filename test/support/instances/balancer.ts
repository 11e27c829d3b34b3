import { ServerProxy, until } from '@parley/testing'

const checkMs = 50

/** A balancer of TCP connections: a new one goes to the first instance whose `/health/ready` is 200. */
export class Balancer {
  readonly #checks: NodeJS.Timeout

  private constructor(
    private readonly proxy: ServerProxy,
    private readonly instances: readonly string[],
  ) {
    this.#checks = setInterval(() => void this.#check(), checkMs)
  }

  static async open(instances: readonly string[]): Promise<Balancer> {
    const balancer = new Balancer(await ServerProxy.open(instances[0] ?? ''), instances)
    await until('an instance is ready', () => balancer.#check())
    return balancer
  }

  get url(): string {
    return new URL(this.proxy.url).origin
  }

  async close(): Promise<void> {
    clearInterval(this.#checks)
    await this.proxy.cut()
  }

  async #check(): Promise<boolean> {
    for (const url of this.instances) {
      const isReady = await fetch(`${url}/health/ready`).then(
        ({ status }) => status === 200,
        () => false,
      )
      if (isReady) {
        this.proxy.target = new URL(url)
        return true
      }
    }
    return false
  }
}

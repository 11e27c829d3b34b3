import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const intervalMs = 500
const patienceMs = 60_000

/** Requests `/health/live` repeatedly, like monitoring. */
export class HealthWatch {
  readonly #faults: string[] = []
  #asked = 0
  #isOver = false
  readonly #watching: Promise<void>

  private constructor(port: number) {
    this.#watching = this.#watch(port)
  }

  static begin(port: number): HealthWatch {
    return new HealthWatch(port)
  }

  /** Returns a sentence when a request was not answered. */
  async stop(): Promise<readonly string[]> {
    this.#isOver = true
    await this.#watching
    const [first] = this.#faults
    if (first === undefined) return []
    return [`/health/live failed ${String(this.#faults.length)} of ${String(this.#asked)} times, first with: ${first}`]
  }

  async #watch(port: number): Promise<void> {
    while (!this.#isOver) {
      this.#asked += 1
      const fault = await faultOf(port)
      if (fault !== undefined) this.#faults.push(fault)
      await pause(intervalMs)
    }
  }
}

function faultOf(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const asked = request(
      { host: '127.0.0.1', port, path: '/health/live', agent: false, timeout: patienceMs },
      (response) => {
        response.resume()
        resolve(response.statusCode === 200 ? undefined : `status ${String(response.statusCode)}`)
      },
    )
    asked.on('timeout', () => asked.destroy(new Error(`no answer within ${String(patienceMs / 1_000)} s`)))
    asked.on('error', (error) => resolve(error.message))
    asked.end()
  })
}

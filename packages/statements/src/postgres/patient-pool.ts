import pg from 'pg'
import { GuardedClient } from './guarded-client.js'
import { hasNoConnectionLeft } from '../translate-error.js'

type Callback = Parameters<InstanceType<typeof pg.Pool>['connect']>[0]

/** How long a call waits for a connection that the server refuses, and how often it is tried meanwhile, in milliseconds. */
const patienceMs = 2_000
const againMs = 250

/**
 * A pool that goes on with its connections when the server has no other left (53300): a call waits until one of them is
 * returned, and fails after 2 seconds. Connections that are not valid any more are destroyed instead of used.
 */
export class PatientPool extends pg.Pool {
  readonly #waiting: (() => void)[] = []

  constructor(options: pg.PoolConfig) {
    super(options)
    // it is returned after this event
    this.on('release', () => void setImmediate(() => this.#waiting[0]?.()))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    // TypeORM uses only the other form
    if (!callback) return super.connect()
    const until = performance.now() + patienceMs
    const given: Callback = (error, client, done) => {
      if (client instanceof GuardedClient && !client.isValid) {
        done(true)
        return this.#attempt(given)
      }
      if (!hasNoConnectionLeft(error) || performance.now() >= until) callback(error, client, done)
      else this.#wait(() => this.#attempt(given))
    }
    super.connect(given)
    return undefined
  }

  /** A file of the URL that cannot be read any more is an error that the driver throws. */
  #attempt(callback: Callback): void {
    try {
      super.connect(callback)
    } catch (error) {
      callback(error instanceof Error ? error : new Error(String(error)), undefined, () => undefined)
    }
  }

  #wait(attempt: () => void): void {
    const again = () => {
      clearTimeout(timer)
      const index = this.#waiting.indexOf(again)
      if (index >= 0) this.#waiting.splice(index, 1)
      attempt()
    }
    const timer = setTimeout(again, againMs)
    this.#waiting.push(again)
  }
}

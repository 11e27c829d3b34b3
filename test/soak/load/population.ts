import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../crash/random.js'
import { acts, type Act } from './acts.js'
import { User, type Services } from './user.js'

export interface PopulationOptions extends Services {
  readonly users: number
  readonly random: Random
  /** Between two acts of a user, on average. */
  readonly pauseMs: number
}

/** Of ten users, how many stay until the end. */
const residents = 2
/** How many acts a user does before it leaves, and another one joins. */
const mostActs = 20
const mostActMs = 30_000

/** Users who come, act and go. Their number is constant. */
export class Population {
  readonly #leaving = new AbortController()
  readonly #running: Promise<void>[]
  #joined = 0

  private constructor(private readonly options: PopulationOptions) {
    setMaxListeners(options.users, this.#leaving.signal)
    this.#running = Array.from({ length: options.users }, (_, index) =>
      this.#replaceUsers(index, options.random.branch()),
    )
  }

  static begin(options: PopulationOptions): Population {
    return new Population(options)
  }

  /** Every user ends its act and deletes its account. */
  async leave(): Promise<void> {
    this.#leaving.abort()
    await Promise.all(this.#running)
    await closeConnections()
  }

  async #replaceUsers(index: number, random: Random): Promise<void> {
    const { users, pauseMs } = this.options
    // they begin one after the other, and in the middle of their stay
    await this.#pause((index / users) * pauseMs * 3)
    let left = random.between(1, mostActs)
    while (!this.#leaving.signal.aborted) {
      await this.#stay(index, random.branch(), left)
      left = random.between(mostActs / 2, mostActs)
    }
  }

  async #stay(index: number, random: Random, count: number): Promise<void> {
    const { pauseMs, random: names } = this.options
    const isResident = index % 10 < residents
    const name = `user-${this.#joined}-${names.seed}`
    this.#joined += 1
    const user = await attempt('join', () => User.join(name, random, this.options, isResident), this.options)
    if (!user) {
      await this.#pause(pauseMs)
      return
    }
    for (let acted = 0; acted < count || isResident; acted += 1) {
      await this.#pause(random.next() * 2 * pauseMs)
      if (this.#leaving.signal.aborted) break
      const act = choose(random)
      await attempt(act.name, () => act.perform(user), this.options)
    }
    await attempt('leave', () => user.leave(), this.options)
  }

  #pause(ms: number): Promise<void> {
    return pause(ms, undefined, { signal: this.#leaving.signal }).catch(() => undefined)
  }
}

/** Closes the connections that `fetch` keeps open for the next request, up to 30 s, and so does the server. */
async function closeConnections(): Promise<void> {
  const place = Symbol.for('undici.globalDispatcher.1')
  const dispatcher: unknown = Reflect.get(globalThis, place)
  if (!isDispatcher(dispatcher)) throw new Error('fetch has no dispatcher')
  Reflect.set(globalThis, place, Reflect.construct(dispatcher.constructor, []))
  await dispatcher.destroy()
}

function isDispatcher(value: unknown): value is { readonly destroy: () => Promise<void> } {
  return typeof value === 'object' && value !== null && 'destroy' in value
}

async function attempt<T>(name: string, act: () => Promise<T>, { journal }: Services): Promise<T | undefined> {
  const over = new AbortController()
  try {
    const result = await Promise.race([act(), isTooLong(over.signal)])
    journal.note(name)
    return result
  } catch (error) {
    journal.fail(name, error)
    return undefined
  } finally {
    over.abort()
  }
}

/** Rejects after a time in which every act ends. */
async function isTooLong(signal: AbortSignal): Promise<never> {
  await pause(mostActMs, undefined, { signal })
  throw new Error(`it did not end within ${mostActMs / 1_000} s`)
}

const allWeights = acts.reduce((sum, { weight }) => sum + weight, 0)

function choose(random: Random): Act {
  let left = random.next() * allWeights
  const found = acts.find(({ weight }) => (left -= weight) < 0) ?? acts[0]
  if (!found) throw new Error('no acts')
  return found
}

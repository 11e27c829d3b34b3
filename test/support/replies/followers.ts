import type { Random } from '../../crash/random.js'
import { follow } from './follow.js'
import { at, Person, password } from '../app/person.js'
import { watchBy, type WatchedEvent } from '../app/watch.js'

/** Another device of the same person, with its own token. */
export async function deviceOf({ url, id, username }: Person): Promise<Person> {
  const login = 'mutation ($input: LoginInput!) { login(input: $input) { token } }'
  const input = { email: `${username}@example.com`, password }
  return new Person(url, id, username, at(await new Person(url).data(login, { input }), 'login', 'token'))
}

/** A position in a reply, with the text before it. */
interface Offset {
  readonly cursor: string
  readonly attempt: number
  readonly text: string
}

/** A WebSocket, the REST stream of the reply, or `/graphql/stream`. */
export type Transport = 'socket' | 'stream' | 'operation stream'

export interface ReconnectingFollowerOptions {
  readonly transport: Transport
  readonly from: Offset | undefined
  /** Settles while the server is available. */
  readonly serving: () => Promise<unknown>
  /** Called at every event. */
  readonly onEvent: () => void
}

/**
 * A client that follows one reply until its end, across restarts of the server, and applies the rule text =
 * text.slice(0, offset) + delta. It records every event that leaves a gap, repeats text or joins wrong parts.
 */
export class ReconnectingFollower {
  readonly offsets: Offset[] = []
  readonly faults: string[] = []
  /** How often it had to begin again, for example because a crash lost text. */
  restarts = 0
  status = ''
  readonly done: Promise<void>
  #have: Offset | undefined

  constructor(
    private readonly device: Person,
    private readonly id: string,
    private readonly options: ReconnectingFollowerOptions,
  ) {
    this.#have = options.from
    this.done = options.transport === 'stream' ? this.#stream() : this.#subscriptions()
  }

  get text(): string {
    return this.#have?.text ?? ''
  }

  /** Over server-sent events, which reconnect by themselves. */
  async #stream(): Promise<void> {
    const enough = (event: WatchedEvent) => this.#apply(event)
    const { status, errors } = await follow(this.device, this.id, { after: this.#have?.cursor, enough })
    if (status !== undefined || errors.length > 0)
      this.faults.push(`ended with ${String(status)}: ${JSON.stringify(errors)}`)
  }

  /** By subscriptions; subscribes again whenever the server is available again. */
  async #subscriptions(): Promise<void> {
    for (;;) {
      await this.options.serving()
      try {
        const client = this.options.transport === 'socket' ? this.device.socket() : this.device.eventStream()
        await watchBy(client, { id: this.id, after: this.#have?.cursor }, (event) => this.#apply(event))
      } catch (error) {
        // an error of the schema; any other error is the end of the connection
        if (error instanceof Error && /^[A-Z_]+$/.test(error.message)) {
          this.faults.push(error.message)
          return
        }
      }
      if (isFinal(this.status)) return
    }
  }

  #apply(event: WatchedEvent): boolean {
    const { attempt, offset, delta, cursor, status } = event
    const have = this.#have
    const continues = have?.attempt === attempt && offset === have.text.length
    // another attempt, or a shorter text: the rest was lost in a crash
    const isLess = have?.attempt === attempt && delta.length < have.text.length
    const beginsAnew = offset === 0 && (!have || attempt > have.attempt || isLess)
    if (!continues && !beginsAnew) this.faults.push(`${JSON.stringify(event)} after ${JSON.stringify(have)}`)
    if (isFinal(this.status)) this.faults.push(`${JSON.stringify(event)} after the end`)
    if (have && !continues) this.restarts += 1
    this.#have = { cursor, attempt, text: this.text.slice(0, offset) + delta }
    this.offsets.push(this.#have)
    this.status = status
    this.options.onEvent()
    return isFinal(status)
  }
}

export const isFinal = (status: string) => ['COMPLETED', 'FAILED', 'CANCELLED'].includes(status)

/** A position from which a new client may begin, out of those that the followers know. */
export function randomOffset(followers: readonly ReconnectingFollower[], random: Random): Offset | undefined {
  return random.chance(0.25) ? undefined : random.pick(followers.flatMap(({ offsets }) => offsets))
}

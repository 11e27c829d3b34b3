import type { Client } from 'graphql-ws'
import { ChatLogCaller, Person } from '../../support/app/person.js'
import type { Random } from '../../crash/random.js'
import type { Journal } from './journal.js'

export interface Services {
  readonly url: string
  readonly chatLogUrl: string
  readonly journal: Journal
}

export interface UserRoom {
  readonly id: string
  readonly kind: 'chat' | 'office'
  readonly characterId: string | undefined
  /** How many entries it has at most. */
  entries: number
}

/** An account with what it owns now. It sends one request at a time, beside its subscriptions. */
export class User {
  rooms: UserRoom[] = []
  characterIds: string[] = []
  hasExport = false
  /** Shared by the subscriptions of its first device. */
  socket: Client
  readonly #held = new Set<Promise<void>>()
  #hasLeft = false

  private constructor(
    public person: Person,
    readonly random: Random,
    readonly services: Services,
    /** Stays until the end, so it keeps nothing that is deleted only with its account. */
    readonly isResident: boolean,
  ) {
    this.socket = person.socket()
  }

  static async join(name: string, random: Random, services: Services, isResident: boolean): Promise<User> {
    return new User(await Person.register(services.url, name), random, services, isResident)
  }

  get chatLog(): ChatLogCaller {
    return new ChatLogCaller(this.services.chatLogUrl)
  }

  /** Half of the idempotent requests of an account that is deleted soon have a key. */
  key(): { readonly idempotencyKey?: string } {
    const hasKey = !this.isResident && this.random.chance(0.5)
    return hasKey ? { idempotencyKey: `key-${this.random.between(0, 1_000_000_000)}` } : {}
  }

  /** A request over REST that must be answered with this status. */
  async rest(status: number, ...request: Parameters<Person['rest']>): ReturnType<Person['rest']> {
    return mustBe(status, request, await this.person.rest(...request))
  }

  /** Follows a room or the list of rooms on its first device, until the feed ends or the device disconnects. */
  hold(query: string, variables: Record<string, unknown> = {}): void {
    const { socket } = this
    const holding = (async () => {
      for await (const { errors } of socket.iterate({ query, variables }))
        if (errors) this.services.journal.fail('feed', errors)
    })().catch((error: unknown) => {
      if (!this.#hasLeft && socket === this.socket) this.services.journal.fail('feed', error)
    })
    this.#held.add(holding)
    void holding.finally(() => this.#held.delete(holding))
  }

  /** Its first device disconnects, sometimes without a close frame, and connects again with the next subscription. */
  async reconnect(): Promise<void> {
    const { socket } = this
    this.socket = this.person.socket()
    if (this.random.chance(0.5)) socket.terminate()
    await socket.dispose()
  }

  /** Disconnects and deletes the account. */
  async leave(): Promise<void> {
    this.#hasLeft = true
    await this.socket.dispose()
    await Promise.all(this.#held)
    if (this.random.chance(0.5)) await this.rest(204, 'DELETE', `/api/users/${this.person.id}`)
    else await this.person.data('mutation { deleteAccount { deletedAccountId } }')
  }
}

export function mustBe<T extends { readonly status: number; readonly text: string }>(
  status: number,
  [method, path]: readonly [string, string, ...unknown[]],
  answer: T,
): T {
  if (answer.status !== status) throw new Error(`${method} ${path} was answered ${answer.status} ${answer.text}`)
  return answer
}

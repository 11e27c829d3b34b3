/** Shorter bodies and messages, in bytes, need no turn, and their memory is not counted. */
export const smallBodyBytes = 16_384
/** Requests with a shorter target need no turn. */
export const smallTargetBytes = 8_192

interface FairTurnsOptions {
  /** The most that may wait of one account or address; a network of many addresses has its share. */
  readonly ofClient: number
  /** The most that may wait of all clients. */
  readonly inAll: number
  /** The error for a call that may not wait, or whose client has disconnected. */
  readonly refusal: () => Error
}

/** The client of a turn. */
export interface TurnClient {
  /** Its account, or the networks of its address, with the multiple of one client's turns that each may have. */
  readonly keys: readonly { readonly name: string; readonly share: number }[]
  /** Whether it has disconnected: nothing runs for it then. */
  readonly isGone: () => boolean
}

interface Call extends TurnClient {
  /** Its start tag. */
  readonly tag: number
}

interface Waiting extends Call {
  readonly begin: () => void
  readonly refuse: (error: Error) => void
}

/**
 * Runs one call at a time. Clients that wait have their turns one after the other, so that the calls of one delay
 * another by one of them. This is start-time fair queueing: the lowest start tag begins first, as in the queue of a
 * worker (ADR 0075).
 */
export class FairTurns {
  /** In the order of their turns. */
  #waiting: Waiting[] = []
  #running: Call | undefined

  constructor(private readonly options: FairTurnsOptions) {}

  /** Throws `refusal` when too many calls of the client, or of all clients, wait, and when the client has gone. */
  async run<T>(client: TurnClient, work: () => Promise<T>): Promise<T> {
    if (this.#running) await this.#turn(client)
    else this.#running = { ...client, tag: 0 }
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #turn(client: TurnClient): Promise<void> {
    this.#dropGone()
    const { ofClient, inAll, refusal } = this.options
    const countOf = (name: string) => this.#waiting.filter((each) => isOf(each, name)).length
    if (this.#waiting.length >= inAll || client.keys.some(({ name, share }) => countOf(name) >= ofClient * share))
      throw refusal()
    return new Promise((begin, refuse) => {
      const waiting = { ...client, tag: this.#tagOf(client), begin, refuse }
      const after = this.#waiting.findIndex(({ tag }) => tag > waiting.tag)
      this.#waiting.splice(after < 0 ? this.#waiting.length : after, 0, waiting)
    })
  }

  /** That of the running call, or more after the last call of each key: as often as its share. */
  #tagOf({ keys }: TurnClient): number {
    const calls = this.#running ? [this.#running, ...this.#waiting] : this.#waiting
    const ends = keys.map(({ name, share }) => {
      const own = calls.findLast((each) => isOf(each, name))
      return own ? own.tag + 1 / share : 0
    })
    return Math.max(this.#running?.tag ?? 0, ...ends)
  }

  #dropGone(): void {
    const gone = this.#waiting.filter(({ isGone }) => isGone())
    if (gone.length === 0) return
    this.#waiting = this.#waiting.filter((each) => !gone.includes(each))
    for (const { refuse } of gone) refuse(this.options.refusal())
  }

  /** The running state passes to the next call, so that none comes before it. */
  #next(): void {
    this.#dropGone()
    const next = this.#waiting.shift()
    this.#running = next
    next?.begin()
  }
}

function isOf({ keys }: TurnClient, name: string): boolean {
  return keys.some((key) => key.name === name)
}

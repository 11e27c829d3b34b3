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

interface Waiting extends TurnClient {
  readonly tag: number
  readonly begin: () => void
  readonly refuse: (error: Error) => void
}

/**
 * Runs one call at a time. Clients that wait have their turns one after the other, so that the calls of one delay
 * another by one of them: the lowest tag begins first, as in the queue of a worker (ADR 0075).
 */
export class FairTurns {
  /** In the order of their turns. */
  #waiting: Waiting[] = []
  #isRunning = false
  #startedTag = 0

  constructor(private readonly options: FairTurnsOptions) {}

  /** Throws `refusal` when too many calls of the client, or of all clients, wait, and when the client has gone. */
  async run<T>(client: TurnClient, work: () => Promise<T>): Promise<T> {
    if (this.#isRunning) await this.#turn(client)
    this.#isRunning = true
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

  /** After the call that began last, and after the last waiting call of each key: as often as its share. */
  #tagOf({ keys }: TurnClient): number {
    const tags = keys.map(({ name, share }) => {
      const own = this.#waiting.findLast((each) => isOf(each, name))
      return Math.max(this.#startedTag, own?.tag ?? 0) + 1 / share
    })
    return Math.max(this.#startedTag, ...tags)
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
    this.#isRunning = next !== undefined
    this.#startedTag = next?.tag ?? 0
    next?.begin()
  }
}

function isOf({ keys }: TurnClient, name: string): boolean {
  return keys.some((key) => key.name === name)
}

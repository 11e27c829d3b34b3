import { AppError } from '@parley/runtime'

/**
 * What a call of the relational database is, on PostgreSQL: `background` is short work of the process for itself, `long`
 * may take many seconds for one statement, such as an export, a search or the deletion of an account.
 */
export type Share = 'reads' | 'writes' | 'background' | 'long'

/** An option of a call whose statements may take long. */
export const longWork = { share: 'long' } as const

/** An option of a call that is short work of the process for itself. */
export const background = { share: 'background' } as const

/** The connections that each may have at most. Any three leave some to the fourth. */
const most: Readonly<Record<Share, number>> = { reads: 6, writes: 5, background: 2, long: 3 }

/** The connections of all shares together. */
export const sharedConnections = 12

const lookMs = 250

interface Waiting {
  readonly share: Share
  readonly since: number
  readonly begin: () => void
  readonly refuse: (error: Error) => void
}

/**
 * Divides the connections of a pool, so that no kind of call can occupy those of another: calls wait for their turn in the
 * order of arrival. A call that has waited for `turnMs` fails with UNAVAILABLE when a call of its share has exceeded a
 * limit meanwhile; otherwise the store is only busy, and the call goes on waiting.
 */
export class ConnectionShares {
  readonly #running: Record<Share, number> = { reads: 0, writes: 0, background: 0, long: 0 }
  /** When a call has last exceeded a limit. */
  readonly #exceededAt: Record<Share, number> = { reads: 0, writes: 0, background: 0, long: 0 }
  #waiting: Waiting[] = []
  #looking: NodeJS.Timeout | undefined
  #inUse = 0

  /** `isExceeded` recognizes the errors of calls that were ended by a limit. */
  constructor(private readonly options: { turnMs: number; isExceeded: (error: unknown) => boolean }) {}

  async run<T>(share: Share, work: () => Promise<T>): Promise<T> {
    if (this.#hasRoom(share)) this.#occupy(share)
    else await this.#turn(share)
    try {
      return await work()
    } catch (error) {
      if (this.options.isExceeded(error)) this.#exceeded(share)
      throw error
    } finally {
      this.#running[share] -= 1
      this.#inUse -= 1
      this.#beginNext()
    }
  }

  #hasRoom(share: Share): boolean {
    return this.#inUse < sharedConnections && this.#running[share] < most[share]
  }

  #occupy(share: Share): void {
    this.#running[share] += 1
    this.#inUse += 1
  }

  #turn(share: Share): Promise<void> {
    return new Promise((begin, refuse) => {
      this.#waiting.push({ share, since: performance.now(), begin, refuse })
    })
  }

  #beginNext(): void {
    if (this.#waiting.length === 0) return
    const index = this.#waiting.findIndex(({ share }) => this.#hasRoom(share))
    const [next] = index < 0 ? [] : this.#waiting.splice(index, 1)
    if (!next) return
    this.#occupy(next.share)
    next.begin()
  }

  /** Those that wait would meet the same limit. */
  #exceeded(share: Share): void {
    this.#exceededAt[share] = performance.now()
    this.#refuseLate()
    // calls of the share may run for longer than others may wait
    if (this.#waiting.length > 0) this.#looking ??= setInterval(() => this.#refuseLate(), lookMs)
  }

  #refuseLate(): void {
    const now = performance.now()
    const isAffected = ({ share, since }: Waiting) => this.#exceededAt[share] > since
    const isLate = (call: Waiting) => isAffected(call) && now - call.since >= this.options.turnMs
    const late = this.#waiting.filter(isLate)
    this.#waiting = this.#waiting.filter((call) => !isLate(call))
    for (const { refuse } of late) refuse(new AppError('UNAVAILABLE', { part: 'store', message: lateMessage }))
    if (this.#waiting.some(isAffected)) return
    clearInterval(this.#looking)
    this.#looking = undefined
  }
}

/** Of an error that is answered to clients. */
export const lateMessage = 'The database did not answer in time'

import { AppError, countedKeysOf, KeyedCounts, refusedRequests } from '@parley/runtime'

interface StreamBounds {
  /** Concurrent streams of one caller. */
  readonly perCaller: number
  readonly all: number
}

export const streamLimits: StreamBounds = { perCaller: 50, all: 10_000 }

/** The client of a stream; `disconnected` is aborted when it disconnects. */
interface StreamReader {
  /** Undefined for a client without an account, which counts by its address. */
  readonly accountId: string | undefined
  readonly ipAddress: string | null
  readonly disconnected: AbortSignal
}

/** The `Retry-After` of a refused stream: a slot becomes free when another stream's reply ends. */
const retryAfterMs = 5_000

/** The open streams of a listener. Each ends when its reader disconnects, all of them when the listener stops. */
export class OpenStreams {
  readonly #open = new Set<AbortController>()
  readonly #counts = new KeyedCounts()
  #isStopped = false

  constructor(
    private readonly bounds: StreamBounds,
    /** Throws for a client that has too many subscriptions; the returned function releases one. */
    private readonly subscriptions: { readonly acquire: (client: StreamReader) => () => void },
  ) {}

  /**
   * Runs one stream. Its signal is aborted when the stream must end. Throws RATE_LIMITED when the caller has too many
   * streams, UNAVAILABLE when the listener has.
   */
  async run(reader: StreamReader, serve: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { accountId, ipAddress, disconnected } = reader
    const keys = countedKeysOf(accountId, ipAddress)
    if (this.#counts.isFull(keys, this.bounds.perCaller, this.bounds.all)) throw refusal('RATE_LIMITED')
    if (this.#open.size >= this.bounds.all) throw refusal('UNAVAILABLE')
    const release = this.subscriptions.acquire(reader)
    const controller = new AbortController()
    const end = () => controller.abort()
    if (this.#isStopped || disconnected.aborted) end()
    disconnected.addEventListener('abort', end, { once: true })
    this.#open.add(controller)
    const uncount = this.#counts.acquire(keys)
    try {
      await serve(controller.signal)
    } finally {
      release()
      uncount()
      this.#open.delete(controller)
    }
  }

  /**
   * Ends each stream at a random moment within `ms`, by default at once, and every later one at its first event. A client
   * that reconnects receives the rest.
   */
  stop(ms = 0): void {
    this.#isStopped = true
    for (const controller of [...this.#open]) {
      if (ms === 0) controller.abort()
      else setTimeout(() => controller.abort(), Math.random() * ms).unref()
    }
  }
}

function refusal(code: 'RATE_LIMITED' | 'UNAVAILABLE'): AppError {
  refusedRequests.inc({ reason: 'streams' })
  return new AppError(code, { retryAfterMs })
}

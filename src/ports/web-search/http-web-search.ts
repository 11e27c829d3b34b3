import { boundedText, type Logger, outboundFetch } from '@parley/runtime'
import { cleanResults } from './clean-results.js'
import { SearchFailure, type SearchEngine } from './search-engine.js'
import type { SearchResult, WebSearch } from './web-search.js'

/** contract: ai-workers.8 */
const defaultTimeoutMs = 10_000
/** How long the engine is not asked after it was too slow: a reply keeps its queue slot while it waits for a search. */
const pauseMs = 30_000

const answerLimitBytes = 1_048_576

/** Searches with one GET request to an engine. Redirects are not followed, and at most 1 MiB of the answer is read. */
export class HttpWebSearch implements WebSearch {
  #pausedUntil = -Infinity

  constructor(
    private readonly options: {
      readonly engine: SearchEngine
      readonly log: Logger
      /** Timeout for the whole answer, in milliseconds. */
      readonly timeoutMs?: number
      /** Epoch milliseconds. */
      readonly clock?: () => number
    },
  ) {}

  async search(query: string, signal: AbortSignal): Promise<readonly SearchResult[] | null> {
    const { engine, log, timeoutMs = defaultTimeoutMs } = this.options
    if (this.#isPaused) return null
    const time = AbortSignal.timeout(timeoutMs)
    try {
      return cleanResults(engine.read(await this.#request(query, AbortSignal.any([signal, time]))))
    } catch (error) {
      // a search is optional: the reply continues without it (contract: ai-workers.8)
      if (signal.aborted) return null
      log.warn({ engine: engine.name, reason: time.aborted ? 'too slow' : reasonOf(error) }, 'web_search.failed')
      if (time.aborted) this.#pause()
      return null
    }
  }

  get #isPaused(): boolean {
    const { clock = Date.now } = this.options
    return clock() < this.#pausedUntil
  }

  #pause(): void {
    // a concurrent request has already started the pause
    if (this.#isPaused) return
    const { engine, log, clock = Date.now } = this.options
    this.#pausedUntil = clock() + pauseMs
    log.warn({ engine: engine.name, pauseMs }, 'web_search.paused')
  }

  async #request(query: string, signal: AbortSignal): Promise<string> {
    const { url, headers } = this.options.engine.request(query)
    const response = await outboundFetch(url, {
      headers: { accept: 'application/json', 'user-agent': 'Mozilla/5.0 (compatible; parley)', ...headers },
      redirect: 'manual',
      signal,
    })
    if (response.status === 200)
      return boundedText(response.body, answerLimitBytes, () => new SearchFailure('too large'))
    await response.body?.cancel()
    throw new SearchFailure(`status ${String(response.status)}`)
  }
}

/** Omits the message of fetch errors, which may contain the address. */
function reasonOf(error: unknown): string {
  return error instanceof SearchFailure ? error.message : 'the connection failed'
}

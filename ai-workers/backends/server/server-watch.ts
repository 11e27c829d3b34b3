import { AppError, type Logger, repeat } from '@parley/runtime'
import type { Kind } from '../../../src/kinds.js'
import { askServer, type ModelServer, type ServerReport } from './server-models.js'
import type { ModelState } from '../../../src/ports/reply-generator/reply-generator.js'

interface ServerWatchOptions {
  readonly server: ModelServer
  /** Of the worker, for the log. */
  readonly kind: Kind
  readonly log: Logger
  /** Milliseconds between two checks while the server is not ready. */
  readonly awayMs?: number
  /** Milliseconds between two checks while it is ready and no reply is running. */
  readonly readyMs?: number
}

const defaultAwayMs = 1_000
const defaultReadyMs = 5_000
/** The longest pause after a refused reply, in milliseconds: several fit into the minute that a reply waits. */
const maxPauseMs = 15_000

/** Whether an inference server can answer: asked regularly, and corrected by what its replies show. */
export class ServerWatch {
  #report: ServerReport = { state: 'loading' }
  /** The last report of a ready server. */
  #known: Pick<ServerReport, 'contextSize' | 'contextLimit'> = {}
  #dueAt = 0
  #running = 0
  /** Replies in a row that the server refused although its list of models was fine. */
  #refusals = 0
  readonly #stop: () => Promise<void>

  constructor(private readonly options: ServerWatchOptions) {
    const { awayMs = defaultAwayMs, readyMs = defaultReadyMs } = options
    this.#stop = repeat(() => this.#check(), { everyMs: Math.min(awayMs, readyMs), isAtOnce: true })
  }

  get state(): ModelState {
    return this.#report.state
  }

  /** The context of the server, of at most `most` tokens if that is set, and `fallback` if the server says nothing of it. */
  contextTokens(most: number | undefined, fallback: number): number {
    const { contextSize, contextLimit = Infinity } = this.#known
    return Math.min(most ?? contextSize ?? fallback, contextSize ?? contextLimit)
  }

  /** Counts a running reply until the returned function is called. */
  begin(): () => void {
    this.#running += 1
    return () => void (this.#running -= 1)
  }

  /** A reply found the server in this state. The error makes the application submit the reply again. */
  away(report: ServerReport, cause?: Error): AppError {
    // replies that ran at the same time are one refusal
    if (this.state === 'ready') this.#refusals += 1
    this.#set(report, '/chat/completions')
    return new AppError('UNAVAILABLE', { part: 'model', cause })
  }

  /** The server has accepted a reply. */
  accepted(): void {
    this.#refusals = 0
  }

  close(): Promise<void> {
    return this.#stop()
  }

  async #check(): Promise<void> {
    const dueAt = this.#dueAt
    const isReady = this.state === 'ready'
    // a running reply says more; some servers answer nothing else meanwhile
    if (performance.now() < dueAt || (isReady && this.#running > 0)) return
    const report = await askServer(this.options.server)
    // a reply that ended meanwhile knows better
    if (this.#dueAt === dueAt && !(isReady && this.#running > 0)) this.#set(report)
  }

  #set(report: ServerReport, path = '/models'): void {
    const { server, kind, log, awayMs = defaultAwayMs, readyMs = defaultReadyMs } = this.options
    const { state, contextSize, reason, retryAfterMs = 0 } = report
    // the list of models says nothing of a server that refuses replies: each refusal waits longer
    const pauseMs = path === '/models' ? awayMs : Math.min(awayMs * 2 ** Math.max(0, this.#refusals - 1), maxPauseMs)
    const previous = this.#report.state
    const isReady = state === 'ready'
    this.#report = report
    if (isReady && path === '/models') this.#known = report
    this.#dueAt = performance.now() + (isReady ? readyMs : Math.max(pauseMs, retryAfterMs))
    if (state === previous) return
    if (isReady) log.info({ kind, model: server.model, contextSize }, 'model_server.ready')
    else
      log.warn({ kind, model: server.model, state, reason, address: server.baseUrl + path }, 'model_server.unavailable')
  }
}

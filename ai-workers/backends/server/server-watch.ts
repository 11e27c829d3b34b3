import { AppError } from '../../../src/errors.js'
import type { Kind } from '../../../src/kinds.js'
import type { Logger } from '../../../src/logger.js'
import { repeat } from '../../../src/repeat.js'
import type { ModelState } from '../backend.js'
import { askServer } from './server-models.js'
import type { ModelServer, ServerReport } from './server-models.js'

interface ServerWatchOptions {
  readonly server: ModelServer
  /** Of the worker, for the log. */
  readonly kind: Kind
  readonly log: Logger
  /** Milliseconds between two checks while the server is not ready; 1,000 when unset. */
  readonly awayMs?: number
  /** Milliseconds between two checks while it is ready and no reply is running; 5,000 when unset. */
  readonly readyMs?: number
}

/** Whether an inference server can answer: asked regularly, and corrected by what its replies show. */
export class ServerWatch {
  #report: ServerReport = { state: 'loading' }
  #dueAt = 0
  #running = 0
  readonly #stop: () => Promise<void>

  constructor(private readonly options: ServerWatchOptions) {
    const { awayMs = 1_000, readyMs = 5_000 } = options
    this.#stop = repeat(() => this.#check(), { everyMs: Math.min(awayMs, readyMs), isAtOnce: true })
  }

  get state(): ModelState {
    return this.#report.state
  }

  /** Tokens of prompt and reply together; undefined when the server does not say so. */
  get contextSize(): number | undefined {
    return this.#report.contextSize
  }

  /** Counts a running reply until the returned function is called. */
  begin(): () => void {
    this.#running += 1
    return () => void (this.#running -= 1)
  }

  /** A reply found the server in this state. The error makes the application submit the reply again. */
  away(report: ServerReport): AppError {
    this.#set(report)
    return new AppError('UNAVAILABLE', { part: 'model' })
  }

  close(): Promise<void> {
    return this.#stop()
  }

  async #check(): Promise<void> {
    const dueAt = this.#dueAt
    const isReady = this.state === 'ready'
    // a running reply says more; some servers answer nothing else meanwhile
    if (Date.now() < dueAt || (isReady && this.#running > 0)) return
    const report = await askServer(this.options.server)
    // a reply that ended meanwhile knows better
    if (this.#dueAt === dueAt && !(isReady && this.#running > 0)) this.#set(report)
  }

  #set(report: ServerReport): void {
    const { server, kind, log, awayMs = 1_000, readyMs = 5_000 } = this.options
    const { state, contextSize, retryAfterMs = 0 } = report
    const previous = this.#report.state
    const isReady = state === 'ready'
    this.#report = report
    this.#dueAt = Date.now() + (isReady ? readyMs : Math.max(awayMs, retryAfterMs))
    if (state === previous) return
    if (isReady) log.info({ kind, model: server.model, contextSize }, 'model_server.ready')
    else log.warn({ kind, model: server.model, state }, 'model_server.unavailable')
  }
}

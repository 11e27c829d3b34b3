import { type Listener, openListener } from '@parley/edge'
import { createLogger, type Logger } from '@parley/runtime'
import type { TextBackend } from '../../../ai-workers/backends/backend.js'
import { parseScript } from '../../../ai-workers/backends/scripted/script.js'
import { ScriptedBackend } from '../../../ai-workers/backends/scripted/scripted-backend.js'
import { LoadingWorker } from '../../../ai-workers/loading-worker.js'
import { ReplyWorker } from '../../../ai-workers/reply-worker.js'
import type { WorkerReport } from '../../../ai-workers/worker-report.js'
import { mountWorker } from '../../../ai-workers/routes/mount-worker.js'
import type { Kind } from '../../../src/kinds.js'
import type { WebSearch } from '../../../src/ports/web-search/web-search.js'
import { workerService } from '../../../ai-workers/routes/worker-endpoints.js'
import { serveDocs } from '../../../main/roles/serve-docs.js'
import { modelWords } from '../rest/documented.js'
import { WorkerCaller, type Person } from '../app/person.js'

export interface AiServiceOptions {
  readonly kind?: Kind
  /** A `scripted:` address, or the model itself; undefined while the model is still loading. */
  readonly model?: string | TextBackend
  /** Further models, by their model names. */
  readonly others?: ReadonlyMap<string, TextBackend>
  /** The model names that a path may have; those of all models when unset. */
  readonly models?: readonly string[]
  readonly logger?: Logger
  readonly search?: WebSearch
  readonly queueLimit?: number
  /** Of jobs that name none. */
  readonly timeZone?: string
  readonly timeoutMs?: number
  /** Any free port when unset. */
  readonly port?: number
}

/** The office or the character service on its own port. */
export class AiService {
  private constructor(
    private readonly kind: Kind,
    private readonly listener: Listener,
    private readonly loading: LoadingWorker,
    private readonly worker: ReplyWorker | undefined,
  ) {}

  static async open(options: AiServiceOptions) {
    const { kind = 'office', model, others = [], queueLimit = 64, timeoutMs = 20_000, port = 0 } = options
    const { logger = createLogger('silent'), search, timeZone } = options
    const loading = new LoadingWorker(1)
    const backend = typeof model === 'string' ? new ScriptedBackend(parseScript(model)) : model
    const backends = new Map(backend && [['Local', backend], ...others])
    const { models = [...backends.keys()] } = options
    const worker = backend && new ReplyWorker({ kind, backends, search, logger, queueLimit, timeZone })
    if (worker) loading.loaded(worker)
    const listener = await openListener({
      host: '127.0.0.1',
      port,
      logger,
      ready: () => loading.isReady,
      mount: (app) => {
        serveDocs({ app, log: logger }, (version) => workerService(kind, { version, models: modelWords }))
        mountWorker(app, { kind, worker: loading, models, log: logger, timeoutMs })
      },
    })
    return new AiService(kind, listener, loading, worker)
  }

  get port(): number {
    return this.listener.port
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.port)}`
  }

  get client(): Person {
    return new WorkerCaller(this.url, this.kind)
  }

  async post(body: unknown, path = '/Local') {
    return this.client.rest('POST', path, body)
  }

  async performance() {
    const { body } = await this.client.rest('GET', '/performance')
    return body as WorkerReport
  }

  /** Resolves when so many replies run or wait. */
  async active(count: number): Promise<void> {
    while ((await this.performance()).active_connections !== count);
  }

  /** Breaks every connection, like a crash. */
  cut(): void {
    this.listener.server.closeAllConnections()
  }

  drain(): Promise<void> {
    return this.loading.drain()
  }

  async close(): Promise<void> {
    await this.worker?.close()
    await this.listener.close()
  }
}

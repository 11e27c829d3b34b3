import type { Listener, ProcessLimits } from '@parley/edge'
import { AppError, ClockWatch, type Logger, within } from '@parley/runtime'
import type { TextBackend } from '../../ai-workers/backends/backend.js'
import { LoadingWorker } from '../../ai-workers/loading-worker.js'
import { generationsRoute } from '../../ai-workers/remote/generations-route.js'
import { generationsPath } from '../../ai-workers/remote/wire.js'
import { mountWorker, type WorkerServiceOptions } from '../../ai-workers/routes/mount-worker.js'
import { workerService } from '../../ai-workers/routes/worker-endpoints.js'
import type { QueueWorker } from '../../ai-workers/shared-queue/queue-worker.js'
import type { Config } from '../../src/config/config.js'
import type { Kind } from '../../src/kinds.js'
import { openHistory } from '../adapters/history.js'
import { modelNames } from '../adapters/hosted.js'
import { openInternalListener, type InternalListenerOptions } from '../roles/internal-listener.js'
import { pauseWarning } from './pause-warnings.js'
import { openQueue } from './queue-connection.js'
import { createReplyWorker } from './reply-worker.js'
import { serveDocs } from '../roles/serve-docs.js'

/** The office or the character service in this process. */
export interface WorkerService {
  readonly port: number
  /** Makes it ready, with its local models by name. */
  load(local: Iterable<readonly [string, TextBackend]>): void
  /** Stops accepting jobs, gives running replies `drainMs` to end, then closes. */
  close(drainMs: number): Promise<void>
}

/** Listens at once, generates replies when its models are loaded, and is `ready` from then on. */
export async function openWorkerService(
  config: Config,
  kind: Kind,
  { limits, log, watch = new ClockWatch('redis', log) }: { limits: ProcessLimits; log: Logger; watch?: ClockWatch },
): Promise<WorkerService> {
  const worker = new LoadingWorker(config.concurrency[kind])
  const queue = await openQueue(config, log)
  let puller: QueueWorker | undefined
  // ready without Redis too, as an instance is: no proxy sends it work, and it goes on as soon as Redis is back
  const shared = queue?.generatorOf(kind)
  const ready = async () => {
    if (!worker.isReady) return false
    const message = puller?.clockFault
    if (message !== undefined) throw new AppError('UNAVAILABLE', { message })
    const [ofQueue = [], isSharedPaused] = await Promise.all([queue?.warnings(), shared?.isPaused()])
    const isPaused = worker.isPaused || isSharedPaused === true
    return { warnings: [...watch.warnings(), ...ofQueue, ...(isPaused ? [pauseWarning(kind)] : [])] }
  }
  const countTokens = (texts: readonly string[]) => worker.countTokens(texts)
  const service = { limits, log, worker: shared ?? worker, countTokens, ready }
  // with a queue the clock is that of Redis
  const onClock = queue ? undefined : (now: number) => watch.see(Date.now() - now)
  const listener = await openReplyListener(config, kind, { ...service, onClock, port: config.ports[kind] })
  return {
    port: listener.port,
    load: (local) => {
      const loaded = createReplyWorker(config, kind, { local, log })
      puller = queue?.pull(kind, loaded, watch)
      worker.loaded(loaded)
    },
    close: async (drainMs) => {
      await within(drainMs, puller ? puller.drain() : worker.drain())
      await puller?.close()
      await listener.close()
      await queue?.close()
    },
  }
}

interface ReplyListenerOptions extends Pick<InternalListenerOptions, 'port' | 'limits' | 'log' | 'ready'> {
  readonly worker: WorkerServiceOptions['worker']
  readonly countTokens?: WorkerServiceOptions['countTokens']
  /** Called with the clock of each process that sends a job. */
  readonly onClock?: ((now: number) => void) | undefined
}

/** The documented routes of a service on a listener. */
export function openReplyListener(
  config: Config,
  kind: Kind,
  { worker, countTokens, log, onClock, ...settings }: ReplyListenerOptions,
): Promise<Listener> {
  const { generationTimeoutMs: timeoutMs } = config
  const history = openHistory(config, log)
  const models = modelNames(config)
  return openInternalListener(config, {
    ...settings,
    log,
    closeTimeoutMs: 1_000,
    direct: new Map([
      [`POST ${generationsPath}`, { takes: () => true, answer: generationsRoute(worker, log, { onClock }) }],
    ]),
    mount: (app) => {
      serveDocs({ app, log }, (version) => workerService(kind, { version, models }))
      mountWorker(app, { kind, worker, countTokens, models, log, history, timeoutMs })
    },
  })
}

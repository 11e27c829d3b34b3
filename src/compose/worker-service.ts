import { LoadingWorker } from '../../ai-workers/loading-worker.js'
import { ReplyWorker } from '../../ai-workers/reply-worker.js'
import { mountWorker } from '../../ai-workers/routes/mount-worker.js'
import type { Config } from '../config/config.js'
import type { Logger } from '../logger.js'
import type { HistorySource } from '../ports/history-source/history-source.js'
import { HttpHistorySource } from '../ports/history-source/http-history-source.js'
import type { WorkerKind } from '../ports/reply-generator/reply-generator.js'
import { openBackend } from './backend.js'
import { hostedBackends, modelNames } from './hosted.js'
import { internalAddress } from './internal-address.js'
import { openInternalListener } from './internal-listener.js'

/** The office or the character service, in this process. */
export interface WorkerService {
  readonly port: number
  /** Settles when the model is loaded; rejects with what loading throws. */
  readonly loaded: Promise<void>
  /** Takes nothing new, lets running replies end for `drainMs`, closes. */
  close(drainMs: number): Promise<void>
}

/** Listens at once, answers as soon as its model is loaded, and is `ready` from then on. */
export async function openWorkerService(config: Config, kind: WorkerKind, log: Logger): Promise<WorkerService> {
  const concurrency = kind === 'office' ? config.officeConcurrency : config.characterConcurrency
  const worker = new LoadingWorker(concurrency)
  const history = openHistory(config, log)
  const listener = await openInternalListener(config, {
    role: kind,
    log,
    ready: () => worker.isReady,
    closeTimeoutMs: 1_000,
    mount: (app) =>
      mountWorker(app, {
        kind,
        worker,
        models: modelNames(config),
        log,
        history,
        timeoutMs: config.generationTimeoutMs,
      }),
  })
  const load = async () => {
    const backend = await openBackend(config, kind, log)
    const backends = new Map([['Local', backend], ...hostedBackends(config)])
    worker.loaded(new ReplyWorker({ kind, backends, logger: log, concurrency, queueLimit: config.queueLimit }))
  }
  return {
    port: listener.port,
    loaded: load(),
    close: async (drainMs) => {
      const patience = new Promise<void>((resolve) => setTimeout(resolve, drainMs).unref())
      await Promise.race([worker.drain(), patience])
      await listener.close()
    },
  }
}

/** The chat-log service at its configured address, else at the internal one; undefined when nobody can know its port. */
function openHistory(config: Config, log: Logger): HistorySource | undefined {
  const { chatLogUrl, serviceToken, ports } = config
  if (chatLogUrl === undefined && ports.chatlog === 0) return undefined
  const url = chatLogUrl === undefined ? internalAddress(config, ports.chatlog) : new URL(chatLogUrl)
  return new HttpHistorySource({ url, serviceToken, log })
}

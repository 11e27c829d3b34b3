import type { Express } from 'express'
import { mountPath, note } from '@parley/edge'
import type { Logger } from '@parley/runtime'
import type { HistorySource } from '../../src/ports/history-source/history-source.js'
import type { Kind } from '../../src/kinds.js'
import type { ReplyGenerator } from '../../src/ports/reply-generator/reply-generator.js'
import type { WorkerReport } from '../worker-report.js'
import { type CountTokens, tokensPath, tokensRoute } from '../remote/count-tokens.js'
import { generationsRoute } from '../remote/generations-route.js'
import { pauseRoute, queuePath, type PausableQueue } from '../remote/pause-queue.js'
import { generationsPath } from '../remote/wire.js'
import { replyRoute } from './reply-route.js'

export interface WorkerServiceOptions {
  readonly kind: Kind
  readonly worker: PausableQueue & {
    readonly generate: ReplyGenerator['generate']
    /** The body of `GET /performance`. */
    report(): WorkerReport | Promise<WorkerReport>
  }
  /** The model names that have a path, beside `Local`. The worker may have more, for paths of other lines. */
  readonly models: readonly string[]
  readonly log: Logger
  readonly countTokens?: CountTokens | undefined
  /** The source of the history for the documented routes; without it their replies have no history. */
  readonly history?: HistorySource | undefined
  /** Milliseconds from acceptance, queueing included, until a reply fails. */
  readonly timeoutMs: number
}

/** The office or the character service (docs/contract/ai-workers.md; the gateway has removed the prefix). */
export function mountWorker(
  app: Express,
  { kind, worker, models, log, countTokens = () => undefined, history, timeoutMs }: WorkerServiceOptions,
): void {
  const options = { kind, generator: worker, history, timeoutMs }
  mountPath(app, '/performance', { get: async (_request, response) => void response.json(await worker.report()) })
  mountPath(app, generationsPath, { post: generationsRoute(worker, log) })
  mountPath(app, queuePath, { put: pauseRoute(worker) })
  mountPath(app, tokensPath, { post: tokensRoute(countTokens) })
  for (const model of new Set(['Local', ...models])) {
    mountPath(app, `/${model}`, { post: replyRoute({ ...options, model }) })
  }
  // any other word is an invalid model name for POST, and an unknown path for other methods
  app.post('/:model', (request, _response, next) => {
    note(request, { route: '/:model' })
    next()
  })
  app.post('/:model', replyRoute({ ...options, model: [] }))
}

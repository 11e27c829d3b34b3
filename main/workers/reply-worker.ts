import type { TextBackend } from '../../ai-workers/backends/backend.js'
import { ReplyWorker } from '../../ai-workers/reply-worker.js'
import type { Config } from '../../src/config/config.js'
import type { Logger } from '../../src/logger.js'
import type { Kind } from '../../src/kinds.js'
import { hostedBackends } from '../adapters/hosted.js'
import { openSearch } from '../adapters/search.js'

interface ReplyWorkerParts {
  /** The models of this machine, by the contract's word. */
  readonly local: Iterable<readonly [string, TextBackend]>
  readonly log: Logger
}

/** The text generation of a service: its own models, the hosted ones, the search, and the queue before them. */
export function createReplyWorker(config: Config, kind: Kind, { local, log }: ReplyWorkerParts): ReplyWorker {
  return new ReplyWorker({
    kind,
    backends: new Map([...local, ...hostedBackends(config)]),
    search: openSearch(config, log),
    logger: log,
    concurrency: config.concurrency[kind],
    queueLimit: config.queueLimit,
  })
}

import { type Logger, steadyTime } from '@parley/runtime'
import type { TextBackend } from '../../ai-workers/backends/backend.js'
import { ReplyWorker } from '../../ai-workers/reply-worker.js'
import type { Config } from '../../src/config/config.js'
import type { Kind } from '../../src/kinds.js'
import { hostedBackends } from '../adapters/hosted.js'
import { openSearch } from '../adapters/search.js'

interface ReplyWorkerParts {
  /** The local models, by model name. */
  readonly local: Iterable<readonly [string, TextBackend]>
  readonly log: Logger
}

/** Of steps in Redis, in milliseconds. */
const streamWindowMs = 5

/** Builds the text generation of a service: local and hosted models, the web search, and the queue in front of them. */
export function createReplyWorker(config: Config, kind: Kind, { local, log }: ReplyWorkerParts): ReplyWorker {
  return new ReplyWorker({
    kind,
    backends: new Map([...local, ...hostedBackends(config)]),
    search: openSearch(config, log),
    logger: log,
    timeZone: config.timeZone,
    concurrency: config.concurrency[kind],
    queueLimit: config.queueLimit,
    clock: steadyTime,
    // the instance that reads the stream merges what it publishes
    ...(config.redisUrl === undefined ? {} : { mergeWindowMs: streamWindowMs }),
  })
}

import { collectionNames, databaseOf, logRoomKinds } from '@parley/chat-log-store'
import type { OpenPort, ProcessLimits } from '@parley/edge'
import type { Logger } from '@parley/runtime'
import { mountEarlierLines } from '../../ai-workers/legacy/earlier-lines.js'
import type { Config } from '../../src/config/config.js'
import { perKind, type Kind } from '../../src/kinds.js'
import { openHistory } from '../adapters/history.js'
import { imageHostsOf } from '../image-hosts.js'
import { openInternalListener } from './internal-listener.js'
import type { WorkerConnection } from '../workers/workers.js'
import type { StoreNames } from '../../ai-workers/legacy/store-names.js'

export interface EarlierLinesParts {
  readonly workers: Readonly<Record<Kind, WorkerConnection>>
  /** The port of the chat-log service in this process, if any. */
  readonly chatLogPort: number | undefined
  readonly limits: ProcessLimits
  readonly log: Logger
}

/** The listener of lines 1.1 to 1.3 of the AI services, a part of the gateway; undefined unless configured. */
export async function openEarlierLines(
  config: Config,
  { workers, chatLogPort, limits, log }: EarlierLinesParts,
): Promise<OpenPort | undefined> {
  const port = config.ports.legacy
  if (port === undefined) return undefined
  const { generationTimeoutMs: timeoutMs } = config
  const generators = perKind((kind) => workers[kind].generator)
  const history = openHistory(config, log, chatLogPort)
  return openInternalListener(config, {
    port,
    limits,
    log,
    ready: () => true,
    closeTimeoutMs: 8_000,
    mount: (app) =>
      mountEarlierLines(app, {
        services: { generators, history, timeoutMs },
        imageHosts: imageHostsOf(config),
        stores: storeNamesOf(config),
      }),
  })
}

/** The stores that line 1.2 of the AI services lists (contract: earlier-ai-lines.6). */
function storeNamesOf({ mongodbUrl }: Config): StoreNames {
  if (mongodbUrl === undefined) return { database: 'chatlog', collections: logRoomKinds.toSorted() }
  return { database: databaseOf(mongodbUrl), collections: Object.values(collectionNames) }
}

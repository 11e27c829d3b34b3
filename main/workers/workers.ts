import { onceASecond, type Logger } from '@parley/runtime'
import type { ProcessLimits } from '@parley/edge'
import type { TextBackend } from '../../ai-workers/backends/backend.js'
import { parseScript } from '../../ai-workers/backends/scripted/script.js'
import { ScriptedBackend } from '../../ai-workers/backends/scripted/scripted-backend.js'
import { countTokensAt } from '../../ai-workers/remote/count-tokens.js'
import { HttpReplyGenerator } from '../../ai-workers/remote/http-reply-generator.js'
import { pauseQueueAt } from '../../ai-workers/remote/pause-queue.js'
import { readStatus } from '../../ai-workers/remote/read-status.js'
import type { ReplyWorker } from '../../ai-workers/reply-worker.js'
import { workerStatusOf } from '../../ai-workers/worker-status.js'
import type { Config } from '../../src/config/config.js'
import type { Environment } from '../../src/config/env.js'
import type { ReplyGenerator } from '../../src/ports/reply-generator/reply-generator.js'
import type { ServiceStatus } from '../../src/ports/reply-generator/service-status.js'
import { kinds, perKind, type Kind } from '../../src/kinds.js'
import { internalAddress } from '../internal-address.js'
import { openQueue, type QueueConnection } from './queue-connection.js'
import { openReplyListener } from './worker-service.js'
import { createReplyWorker } from './reply-worker.js'
import type { CleanupStack } from '../cleanup-stack.js'
import { scriptsOf } from './worker-models.js'
import { WorkerChild } from './worker-child.js'

/** How the main process starts its workers. */
export interface ChildProgram {
  readonly program: string
  readonly environment: Environment
}

/** The connection of the main process to a worker. */
export interface WorkerConnection {
  readonly generator: ReplyGenerator
  /** The base URL of the documented routes. */
  readonly url: URL
  /** Whether its model is loaded. */
  readonly isReady: () => Promise<boolean>
  readonly status: () => Promise<ServiceStatus>
  /** The tokens of texts for its model `Local`; undefined where no model counts them. */
  readonly countTokens: (texts: readonly string[]) => Promise<readonly number[] | undefined>
  /** Why its process, a child of this one, runs no replies until its model is mended, in a sentence for operators. */
  readonly fault: () => string | undefined
  /** Throws AppError UNAVAILABLE when the queue cannot be reached. */
  readonly setPaused: (paused: boolean) => Promise<void>
  /** Sentences on a shared queue that works only in part, for operators. */
  readonly warnings?: () => readonly string[]
  /** Makes a child process refuse new jobs; running jobs continue. */
  drain(): void
  /** Stops running jobs, and the process if it is a child. */
  close(): Promise<void>
}

const childGraceMs = 1_500
const readyTimeoutMs = 1_000
/** Longer than a worker waits for its replies, which may be those of other instances. */
const sharedChildGraceMs = 10_000

export interface ConnectOptions {
  readonly log: Logger
  /** Required for the role `gateway`. */
  readonly limits?: ProcessLimits
  /** Required for the roles `office` and `character`. */
  readonly children: ChildProgram | undefined
}

interface KindOptions extends Omit<ConnectOptions, 'children'> {
  readonly startChild: (kind: Kind) => Promise<WorkerChild>
}

/** Connects to all workers concurrently; `cleanup` closes them. Rejects when one of them does not start. */
export async function connectWorkers(
  config: Config,
  { cleanup, children, ...given }: ConnectOptions & { cleanup: CleanupStack },
): Promise<Readonly<Record<Kind, WorkerConnection>>> {
  const options = { ...given, startChild: childStarter(config, children, given.log) }
  const queue = await openQueue(config, options.log)
  cleanup.push(() => queue?.close())
  const opening = perKind((kind) => {
    return queue ? connectToQueue(config, kind, { ...options, queue }) : connectWorker(config, kind, options)
  })
  const settled = await Promise.allSettled(Object.values(opening))
  const connected = settled.filter((result) => result.status === 'fulfilled')
  cleanup.push(async () => {
    await Promise.all(connected.map(({ value }) => value.close()))
  })
  return { office: await opening.office, character: await opening.character }
}

/**
 * Connects to the worker of a service: a child process if the roles include it, else the worker at its configured
 * address. A scripted model without either runs in this process, since it cannot crash in native code.
 */
async function connectWorker(config: Config, kind: Kind, { log, startChild }: KindOptions): Promise<WorkerConnection> {
  const configuredUrl = config.workerUrls[kind]
  const addressAt = (port: number) => internalAddress(config, port)
  if (config.roles.includes(kind)) {
    const child = await startChild(kind)
    return remote(config, kind, { url: addressAt(child.portOf(kind)), child })
  }
  const scripts = scriptsOf(config, kind)
  if (configuredUrl === undefined && scripts !== undefined) {
    const worker = createScripted(config, kind, { scripts, log })
    return {
      generator: worker,
      url: addressAt(config.ports[kind]),
      isReady: () => Promise.resolve(true),
      status: () => {
        const report = worker.report()
        const { waiting, paused } = report
        return Promise.resolve({ kind, waiting, paused, workers: [workerStatusOf(report)] })
      },
      setPaused: (paused) => Promise.resolve(worker.setPaused(paused)),
      countTokens: countsNothing,
      fault: noFault,
      drain: () => undefined,
      close: () => worker.close(),
    }
  }
  const url = configuredUrl === undefined ? addressAt(config.ports[kind]) : new URL(configuredUrl)
  return remote(config, kind, { url })
}

/**
 * With `REDIS_URL` any worker of the kind runs the jobs. The documented routes are those of a worker whose address is
 * known, else this process serves them for its gateway.
 */
async function connectToQueue(
  config: Config,
  kind: Kind,
  { log, limits, startChild, queue }: KindOptions & { queue: QueueConnection },
): Promise<WorkerConnection> {
  const generator = queue.generatorOf(kind)
  const isReady = () => generator.isReady()
  const known = {
    generator,
    isReady,
    status: () => generator.status(),
    setPaused: (paused: boolean) => generator.setPaused(paused),
    countTokens: countsNothing,
    fault: noFault,
    warnings: () => queue.memoryWarnings(),
  }
  if (config.roles.includes(kind)) {
    const child = await startChild(kind)
    const close = () => child.stop(sharedChildGraceMs)
    const fault = () => child.fault
    const url = internalAddress(config, child.portOf(kind))
    return { ...known, ...counting(config, url), url, fault, drain: () => child.drain(), close }
  }
  const configuredUrl = config.workerUrls[kind]
  if (configuredUrl !== undefined) {
    const url = new URL(configuredUrl)
    return { ...known, ...counting(config, url), url, drain: () => undefined, close: doNothing }
  }
  const scripts = scriptsOf(config, kind)
  const scripted = scripts && queue.pull(kind, createScripted(config, kind, { scripts, log }))
  const service = { port: 0, log, worker: generator, ready: isReady }
  const listener =
    limits && config.roles.includes('gateway')
      ? await openReplyListener(config, kind, { ...service, limits })
      : undefined
  return {
    ...known,
    url: internalAddress(config, listener?.port ?? config.ports[kind]),
    drain: () => void scripted?.drain(),
    close: async () => {
      await scripted?.close()
      await listener?.close()
    },
  }
}

const doNothing = () => Promise.resolve()
const noFault = () => undefined
const countsNothing = () => Promise.resolve(undefined)

const counting = ({ serviceToken }: Config, url: URL): Pick<WorkerConnection, 'countTokens'> => ({
  countTokens: (texts) => countTokensAt({ url, serviceToken }, texts),
})

/** Starts the worker process of a kind, or returns the one that serves both. */
function childStarter({ roles, sharesWorker }: Config, children: ChildProgram | undefined, log: Logger) {
  const start = async (served: readonly Kind[]) => {
    if (!children) throw new Error('this program cannot start worker processes')
    return WorkerChild.start({ ...children, kinds: served, log })
  }
  let shared: Promise<WorkerChild> | undefined
  return (kind: Kind): Promise<WorkerChild> =>
    sharesWorker ? (shared ??= start(kinds.filter((one) => roles.includes(one)))) : start([kind])
}

function remote(config: Config, kind: Kind, { url, child }: { url: URL; child?: WorkerChild }): WorkerConnection {
  const { serviceToken } = config
  const generator = new HttpReplyGenerator({ url, serviceToken })
  return {
    generator,
    url,
    isReady: onceASecond(() => isWorkerReady(url)),
    status: () => readStatus(kind, { url, serviceToken }),
    setPaused: (paused) => pauseQueueAt({ url, serviceToken }, paused),
    ...counting(config, url),
    fault: () => child?.fault,
    drain: () => child?.drain(),
    close: async () => {
      await generator.close()
      await child?.stop(childGraceMs)
    },
  }
}

async function isWorkerReady(url: URL): Promise<boolean> {
  try {
    const response = await fetch(new URL('/health/ready', url), { signal: AbortSignal.timeout(readyTimeoutMs) })
    await response.body?.cancel()
    return response.ok
  } catch {
    // a worker that does not answer is not ready
    return false
  }
}

function createScripted(
  config: Config,
  kind: Kind,
  { scripts, log }: { scripts: ReadonlyMap<string, string>; log: Logger },
): ReplyWorker {
  const local = [...scripts].map(([name, script]): [string, TextBackend] => [
    name,
    new ScriptedBackend(parseScript(`scripted:${script}`)),
  ])
  return createReplyWorker(config, kind, { local, log })
}

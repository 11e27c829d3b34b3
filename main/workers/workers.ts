import type { TextBackend } from '../../ai-workers/backends/backend.js'
import { parseScript } from '../../ai-workers/backends/scripted/script.js'
import { ScriptedBackend } from '../../ai-workers/backends/scripted/scripted-backend.js'
import { HttpReplyGenerator } from '../../ai-workers/remote/http-reply-generator.js'
import type { ReplyWorker } from '../../ai-workers/reply-worker.js'
import type { Config } from '../../src/config/config.js'
import { portNames } from '../../src/config/ports.js'
import type { Environment } from '../../src/config/env.js'
import type { Logger } from '../../src/logger.js'
import type { ReplyGenerator } from '../../src/ports/reply-generator/reply-generator.js'
import { perKind } from '../../src/kinds.js'
import type { Kind } from '../../src/kinds.js'
import { internalAddress } from '../internal-address.js'
import { workerReadiness } from './worker-readiness.js'
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
  /** Makes a child process refuse new jobs; running jobs continue. */
  drain(): void
  /** Stops running jobs, and the process if it is a child. */
  close(): Promise<void>
}

const childGraceMs = 1_500

export interface ConnectOptions {
  readonly log: Logger
  /** Required for the roles `office` and `character`. */
  readonly children: ChildProgram | undefined
}

/** Connects to all workers concurrently; `cleanup` closes them. Rejects when one of them does not start. */
export async function connectWorkers(
  config: Config,
  { cleanup, ...options }: ConnectOptions & { cleanup: CleanupStack },
): Promise<Readonly<Record<Kind, WorkerConnection>>> {
  const opening = perKind((kind) => connectWorker(config, kind, options))
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
async function connectWorker(config: Config, kind: Kind, { log, children }: ConnectOptions): Promise<WorkerConnection> {
  const configuredUrl = config.workerUrls[kind]
  const addressAt = (port: number) => internalAddress(config, port)
  if (config.roles.includes(kind)) {
    if (!children) throw new Error('this program cannot start worker processes')
    const { child, port } = await WorkerChild.start({ ...children, kind, portName: portNames[kind], log })
    return remote(config, addressAt(port), child)
  }
  const scripts = scriptsOf(config, kind)
  if (configuredUrl === undefined && scripts !== undefined) {
    const worker = createScripted(config, kind, { scripts, log })
    return {
      generator: worker,
      url: addressAt(config.ports[kind]),
      isReady: () => Promise.resolve(true),
      drain: () => undefined,
      close: () => worker.close(),
    }
  }
  const url = configuredUrl === undefined ? addressAt(config.ports[kind]) : new URL(configuredUrl)
  return remote(config, url)
}

function remote({ serviceToken }: Config, url: URL, child?: WorkerChild): WorkerConnection {
  const generator = new HttpReplyGenerator({ url, serviceToken })
  return {
    generator,
    url,
    isReady: workerReadiness(url),
    drain: () => child?.drain(),
    close: async () => {
      await generator.close()
      await child?.stop(childGraceMs)
    },
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

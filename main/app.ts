import { setTimeout } from 'node:timers/promises'
import type { LoadProbe, OpenPort } from '@parley/edge'
import { AppError, type Logger, StoreClock, useProxies } from '@parley/runtime'
import { OperationScheduler } from '../resolvers/pipeline/operation-scheduler.js'
import { openAdmin } from './roles/admin.js'
import { openApplication } from './roles/application.js'
import { openChatLog } from './roles/chat-log.js'
import { openCore, openStores, type Core } from './core.js'
import { asStoreStartError } from './store-start-error.js'
import { waitForListener } from './wait-for-listener.js'
import { openEarlierLines } from './roles/earlier-lines.js'
import { openMetrics } from './roles/metrics.js'
import { openGateway } from './roles/gateway.js'
import type { PortOverrides } from './port-overrides.js'
import { openPublicPipeline } from './roles/public-pipeline.js'
import { requireFreePorts } from './require-free-ports.js'
import { requireLogo } from './require-logo.js'
import { startFaults } from './start-faults.js'
import { serveOperator } from './roles/operator-door.js'
import { openProcessLimits } from './open-process-limits.js'
import { servicePipeline } from './service-pipeline.js'
import { openTlsFront } from './roles/tls-front.js'
import { CleanupStack } from './cleanup-stack.js'
import { readPauseWarnings } from './workers/pause-warnings.js'
import { connectWorkers, type ChildProgram } from './workers/workers.js'
import { ConfigError } from '../src/config/config-error.js'
import type { Config } from '../src/config/config.js'
import type { ListenerName } from '../src/config/ports.js'
import { storeRoles, type Role } from '../src/config/roles.js'
import { kinds, perKind, type Kind } from '../src/kinds.js'
import { runsDemonstration } from './adapters/hosted.js'
import { realModelLine } from './welcome.js'

export interface App {
  /** The actual port of each listener of this process and its children, even if port 0 was requested. */
  readonly ports: Readonly<Partial<Record<ListenerName, number>>>
  /** The product, if this process has the role `app`, `chatlog` or `admin`. */
  readonly core: Core | undefined
  /** Stops accepting work, gives running replies `drainMs` to end, closes everything in reverse order. Call it once. */
  stop(): Promise<void>
}

interface AppOptions {
  readonly log: Logger
  /** Replaces the clock of the store. */
  readonly clock?: (() => number) | undefined
  /** The clock of this machine; `Date.now` when unset. */
  readonly machineClock?: (() => number) | undefined
  /** How long a stop waits for running generations, in milliseconds. */
  readonly drainMs?: number
  /** How to start worker processes; required for the roles `office` and `character`. */
  readonly children?: ChildProgram
  readonly wrap?: PortOverrides | undefined
  /** Measures the load; by default that of this process. */
  readonly probe?: LoadProbe | undefined
  /** Called when the app must be stopped, since another instance has replaced its signing secret or images. */
  readonly onRefused?: (error: ConfigError) => void
}

const defaultDrainMs = 8_000
/** What operators read where new accounts need a proof that no person can give. */
const noProofs =
  'REGISTRATION_DOMAINS needs a mail server: without SMTP_URL no address can be verified, so no account is created'

/**
 * Starts all configured roles: listeners in this process, workers as child processes.
 * @throws ConfigError when a part of the configuration is unusable, AppError UNAVAILABLE when a store cannot be
 * reached.
 */
export async function startApp(config: Config, options: AppOptions): Promise<App> {
  const { log, machineClock = Date.now, drainMs = defaultDrainMs, wrap, probe } = options
  const storeClock = new StoreClock(machineClock)
  const { clock = storeClock.now } = options
  const fileClock = options.machineClock ?? options.clock ?? Date.now
  let { connectionDrainMs } = config
  const onRefused = (error: ConfigError) => {
    // its tokens and images are of no use to other instances: it ends at once
    connectionDrainMs = 0
    options.onRefused?.(error)
  }
  const faults = startFaults(config)
  if (faults.length > 0) throw new ConfigError(faults)
  await requireLogo(config)
  useProxies(config.proxies)
  const cleanup = new CleanupStack(log)
  const limits = openProcessLimits(config, { log, probe, cleanup })
  const serves = (role: Role) => config.roles.includes(role)
  try {
    // folder and databases first, so that no worker is started if they are unavailable
    const stores = storeRoles.some(serves)
      ? await openStores(config, { clock, storeClock, cleanup, log, wrap, onRefused })
      : undefined
    await requireFreePorts(config)
    const workers = await connectWorkers(config, { log, limits, children: options.children, cleanup })
    // the gateway closes in parallel with the later steps, so its open replies get the same time as those of rooms
    const closing: Promise<void>[] = []
    cleanup.push(async () => {
      await Promise.all(closing)
    })
    if (runsDemonstration(config)) {
      const advice = `LOCAL_MODEL is unset: a small demonstration model answers; ${realModelLine} brings in a real one`
      log.info({ advice }, 'demo_model.used')
    }
    const generators = perKind((kind) => workers[kind].generator)
    const urls = perKind((kind) => workers[kind].url)
    const isModelReady = (kind: Kind) => workers[kind].isReady()
    const readServiceStatus = (kind: Kind) => workers[kind].status()
    const setQueuePaused = (kind: Kind, paused: boolean) => workers[kind].setPaused(paused)
    const countTokens = (texts: readonly string[]) => workers.character.countTokens(texts)
    const queues = { isModelReady, readServiceStatus, setQueuePaused, countTokens }
    const coreOptions = { generators, ...queues, log, clock, fileClock, drainMs, cleanup, wrap }
    const core = stores && (await openCore(config, { stores, ...coreOptions }))
    const scheduler = new OperationScheduler()
    const pauseWarnings = readPauseWarnings(workers)
    // a worker that serves both kinds has one fault
    const workerFaults = () => [...new Set(kinds.flatMap((kind) => workers[kind].fault() ?? []))]
    const ready = async () => {
      if (core === undefined) return { warnings: workerFaults() }
      const message = core.clockFault()
      if (message !== undefined) throw new AppError('UNAVAILABLE', { message })
      const [paused] = await Promise.all([pauseWarnings(), core.ping()])
      const { installationSettings, sendsMail } = core.product
      const unproved = installationSettings.lastRead.registrationDomains.length > 0 && !sendsMail ? [noProofs] : []
      // one queue serves both kinds
      const ofQueue = new Set(kinds.flatMap((kind) => workers[kind].warnings?.() ?? []))
      return {
        warnings: [
          ...core.warnings(),
          ...ofQueue,
          ...paused,
          ...unproved,
          ...installationSettings.warnings,
          ...workerFaults(),
        ],
      }
    }
    const parts = core && {
      product: core.product,
      service: servicePipeline(core.product, log, scheduler),
      scheduler,
      limits,
      log,
      ready,
    }
    // on PostgreSQL, operator commands open the database themselves
    if (parts && config.databaseUrl === undefined) await serveOperator(config, parts, cleanup)
    const ports: Partial<Record<ListenerName, number>> = {}
    const listeners: OpenPort[] = []
    const open = async (name: ListenerName, opening: Promise<OpenPort | undefined>): Promise<void> => {
      const opened = await waitForListener(config, name, opening)
      if (!opened) return
      ports[name] = opened.port
      listeners.push(opened)
      const isOfGateway = name === 'gateway' || name === 'legacy' || name === 'tls'
      cleanup.push(() => (isOfGateway ? void closing.push(opened.close()) : opened.close()))
    }
    const graphql = parts && (serves('app') || serves('admin')) ? await openPublicPipeline(config, parts) : undefined
    cleanup.push(() => graphql?.apollo.stop())
    if (parts && graphql && serves('app'))
      await open('app', openApplication(config, { ...parts, graphql, bus: core.bus }))
    if (parts && serves('chatlog')) await open('chatlog', openChatLog(config, parts))
    if (parts && graphql && serves('admin')) await open('admin', openAdmin(config, { ...parts, graphql }))
    await open('metrics', openMetrics(config, { limits, log, ready }))
    if (serves('gateway')) {
      await open('gateway', openGateway(config, { urls, limits, log }))
      const earlierParts = { workers, chatLogPort: ports.chatlog, limits, log }
      await open('legacy', openEarlierLines(config, earlierParts))
      await open('tls', openTlsFront(config, earlierParts))
    }
    cleanup.push(() => {
      for (const kind of kinds) workers[kind].drain()
    })
    // the first step of a stop: until its end everything works
    cleanup.push(() => drain(listeners, connectionDrainMs))
    for (const kind of kinds.filter(serves)) ports[kind] = Number(urls[kind].port)
    let stopped: Promise<void> | undefined
    return {
      ports,
      core,
      stop: () => (stopped ??= cleanup.all()),
    }
  } catch (error) {
    await cleanup.all()
    throw asStoreStartError(error, config)
  }
}

/** A third of the time for proxies to see that this process is not ready, the rest for clients to reconnect elsewhere. */
async function drain(listeners: readonly OpenPort[], ms: number): Promise<void> {
  for (const listener of listeners) listener.drain()
  if (ms === 0) return
  await setTimeout(ms / 3)
  for (const listener of listeners) listener.endStreams?.((ms * 2) / 3)
  await setTimeout((ms * 2) / 3)
}

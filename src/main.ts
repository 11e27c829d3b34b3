import { fileURLToPath } from 'node:url'
import { requireModel, startApp } from './app.js'
import { openWorkerService } from './compose/worker-service.js'
import type { ListeningMessage } from './compose/worker-child.js'
import { ConfigError } from './config/config-error.js'
import { readConfig } from './config/config.js'
import type { Config } from './config/config.js'
import { readEnvironment } from './config/env.js'
import { createLogger } from './logger.js'
import { welcome } from './welcome.js'
import type { WorkerKind } from './ports/reply-generator/reply-generator.js'

const badConfiguration = 78 // EX_CONFIG of sysexits.h
const workerDrainMs = 8_000

try {
  const environment = readEnvironment()
  const config = readConfig(environment)
  const kind = workerKindOf(config)
  if (kind) await runWorker(config, kind)
  else await runApp(config, environment)
} catch (error) {
  fail(error)
}

/** A process whose only role is a worker's is that worker; any other starts workers as children. */
function workerKindOf({ roles }: Config): WorkerKind | undefined {
  const [only] = roles
  return roles.length === 1 && (only === 'office' || only === 'character') ? only : undefined
}

async function runApp(config: Config, environment: ReturnType<typeof readEnvironment>): Promise<void> {
  const log = createLogger(config.logLevel)
  const children = { program: fileURLToPath(import.meta.url), environment }
  const app = await startApp(config, { log, children })
  stopOnSignals(() => app.stop())
  log.info({ port: app.ports.app, ports: app.ports, dataDir: config.dataDir }, 'ready')
  process.stdout.write(welcome(config, app.ports))
}

async function runWorker(config: Config, kind: WorkerKind): Promise<void> {
  const log = createLogger(config.logLevel)
  requireModel(config)
  const service = await openWorkerService(config, kind, log)
  const stop = () => service.close(workerDrainMs)
  if (process.connected) {
    // Ctrl-C goes to the whole terminal group; a child waits for its parent's word, and ends when there is no parent
    process.on('SIGINT', () => undefined)
    process.on('SIGTERM', () => void stop().then(() => process.exit(0)))
    process.on('disconnect', () => process.exit(0))
    const message: ListeningMessage = { kind: 'listening', port: service.port }
    process.send?.(message)
  } else {
    stopOnSignals(stop)
    log.info({ kind, port: service.port }, 'ready')
  }
  await service.loaded
}

function stopOnSignals(stopAll: () => Promise<void>): void {
  let firstAt = 0
  const stop = (): void => {
    // npm hands the terminal's signal on, so one Ctrl-C can arrive twice
    if (firstAt !== 0 && Date.now() - firstAt > 1_000) process.exit(1)
    if (firstAt !== 0) return
    firstAt = Date.now()
    void stopAll().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

function fail(error: unknown): void {
  if (error instanceof ConfigError) {
    process.stderr.write(`${error.faults.join('\n')}\n`)
    process.exit(badConfiguration)
  }
  process.stderr.write(`Parley could not start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

import { fileURLToPath } from 'node:url'
import { ModelUnavailable } from '../ai-workers/models/model-unavailable.js'
import { modelUnavailable } from './compose/model-unavailable-code.js'
import { ConfigError } from './config/config-error.js'
import { readConfig } from './config/config.js'
import type { Config } from './config/config.js'
import { readEnvironment } from './config/env.js'
import type { Environment } from './config/env.js'
import type { WorkerRole } from './config/roles.js'
import { createLogger } from './logger.js'
import { stopOnSignals } from './stop-on-signals.js'
import { welcome } from './welcome.js'

const badConfiguration = 78 // EX_CONFIG of sysexits.h
let subject = 'Parley'

try {
  const environment = readEnvironment()
  const config = readConfig(environment)
  const kind = workerOf(config)
  if (kind) await runWorker(config, kind)
  else await runApp(config, environment)
} catch (error) {
  if (error instanceof ConfigError) {
    process.stderr.write(`${error.faults.join('\n')}\n`)
    process.exit(badConfiguration)
  }
  process.stderr.write(`${subject} could not start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(error instanceof ModelUnavailable ? modelUnavailable : 1)
}

/** A process whose only role is a worker's is that worker; any other starts its workers as children. */
function workerOf({ roles }: Config): WorkerRole | undefined {
  const [only] = roles
  return roles.length === 1 && (only === 'office' || only === 'character') ? only : undefined
}

async function runWorker(config: Config, kind: WorkerRole): Promise<void> {
  subject = `The ${kind} worker`
  // neither process loads what only the other one needs: a worker is small and there soon after a crash
  const worker = await import('./worker-process.js')
  await worker.runWorker(config, kind)
}

async function runApp(config: Config, environment: Environment): Promise<void> {
  const { startApp } = await import('./app.js')
  const log = createLogger(config.logLevel)
  const children = { program: fileURLToPath(import.meta.url), environment }
  const app = await startApp(config, { log, children })
  stopOnSignals(() => app.stop())
  log.info({ port: app.ports.app, ports: app.ports, dataDir: config.dataDir }, 'ready')
  process.stdout.write(welcome(config, app.ports))
}

import { fileURLToPath } from 'node:url'
import { modelUnavailable, ModelUnavailable } from '@parley/engine'
import { createLogger, droppedLogLines, type Logger, measureProcess, openLogOutput } from '@parley/runtime'
import { badConfiguration, ConfigError } from '../src/config/config-error.js'
import { readConfig, type Config } from '../src/config/config.js'
import { builtPages, isBuilt } from '../src/http/pages/is-built.js'
import { inheritedEnvironment, readEnvironment, type Environment } from '../src/config/env.js'
import { misspeltSettings } from '../src/config/misspelt-settings.js'
import { packageVersion, pagesFolder } from '../src/package-root.js'
import type { App } from './app.js'
import { startFaults } from './start-faults.js'
import { failedStart, logProcessFaults } from './process-faults.js'
import { stopOnSignals } from './stop-on-signals.js'
import { addressesOf, welcome } from './welcome.js'

let subject = 'Parley'

try {
  const environment = readEnvironment()
  const config = readConfig(environment, startFaults)
  if (config.workerKinds.length > 0) await runWorker(config, environment)
  else await runApp(config, environment)
} catch (error) {
  failedStart(error, { subject, stdout: process.stdout })
  if (error instanceof ConfigError) process.exit(badConfiguration)
  process.exit(error instanceof ModelUnavailable ? modelUnavailable : 1)
}

async function runWorker(config: Config, environment: Environment): Promise<void> {
  subject = `The ${config.workerKinds.join(' and ')} worker`
  // a dynamic import: a worker process is small and restarts fast, because it loads no code of the main process
  const worker = await import('./workers/worker-process.js')
  const log = openLog(config)
  // the parent has already checked the environment that it passes on
  if (!process.connected) warnOfMisspelt(config, environment, log)
  await worker.runWorker(config, log, await openTraces(config, log))
}

async function runApp(config: Config, environment: Environment): Promise<void> {
  const { startApp } = await import('./app.js')
  const log = openLog(config)
  log.info(
    { version: packageVersion(), node: process.version, roles: config.roles, dataDir: config.dataDir },
    'starting',
  )
  warnOfMisspelt(config, environment, log)
  const stopTracing = await openTraces(config, log)
  const children = { program: fileURLToPath(import.meta.url), environment: inheritedEnvironment() }
  let stop = (code: number): void => process.exit(code)
  const onRefused = ({ faults }: ConfigError) => {
    log.error({ faults }, 'instance.refused')
    stop(badConfiguration)
  }
  const app = await startApp(config, { log, children, onRefused })
  stop = stopOnSignals(() => app.stop().then(stopTracing), { log })
  const { ports } = app
  const addresses = addressesOf(config, ports)
  log.info({ port: ports.app, ports, addresses, dataDir: config.dataDir }, 'ready')
  const setUpUrl = await createSetUpLink(config, app)
  if (setUpUrl === undefined) await adviseWithoutAdmin(config, app, log)
  else if (config.setupLink === 'log') log.warn({ url: setUpUrl }, 'set_up_link.logged')
  if (process.stdout.isTTY) process.stdout.write(welcome(config, ports, pagesFolder, setUpUrl))
}

function isPageServed({ chatPage }: Config, { ports }: App): boolean {
  return chatPage && ports.app !== undefined && isBuilt(pagesFolder, builtPages.chat)
}

/** At the first start, where the link can be shown and its page is served. */
async function createSetUpLink(config: Config, app: App): Promise<string | undefined> {
  const isShown = config.setupLink === 'log' || process.stdout.isTTY
  const isWanted = isShown && isPageServed(config, app) && config.adminEmails.length === 0
  return isWanted ? app.core?.product.invitations.createFirstSetUp() : undefined
}

async function adviseWithoutAdmin(config: Config, app: App, log: Logger): Promise<void> {
  // a database that fails now ends no start for an advice
  const isKnown = await app.core?.product.admins.canAnyAct().catch(() => true)
  if (app.ports.app === undefined || isKnown) return
  const command = isPageServed(config, app) ? 'setup-link' : 'create EMAIL'
  log.info({ advice: `npm run admin -- ${command}` }, 'administrator.missing')
}

function openLog({ logLevel }: Config): Logger {
  const onDropped = () => droppedLogLines.inc()
  const onResumed = (droppedLines: number) => log.warn({ droppedLines }, 'log.resumed')
  const log: Logger = createLogger(logLevel, openLogOutput({ fd: process.stdout.fd, onDropped, onResumed }))
  logProcessFaults(log)
  measureProcess()
  return log
}

/** Loads the SDK only with an endpoint. The returned function sends the last ones. */
async function openTraces({ otlpEndpoint: endpoint, roles }: Config, log: Logger): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => undefined
  const { openTracing } = await import('./adapters/tracing.js')
  return openTracing({ endpoint, roles, version: packageVersion(), log })
}

function warnOfMisspelt({ keyVariables }: Config, environment: Environment, log: Logger): void {
  for (const { name, meant } of misspeltSettings(environment, keyVariables))
    log.warn({ setting: name, meant }, 'setting.ignored')
}

import { startApp } from './app.js'
import type { App } from './app.js'
import { ConfigError } from './config/config-error.js'
import { readConfig } from './config/config.js'
import type { Config } from './config/config.js'
import { readEnvironment } from './config/env.js'
import { createLogger } from './logger.js'

const badConfiguration = 78 // EX_CONFIG of sysexits.h

try {
  const config = readConfig(readEnvironment())
  const log = createLogger(config.logLevel)
  const app = await startApp(config, { log })
  stopOnSignals(app)
  log.info({ port: app.port, dataDir: config.dataDir }, 'ready')
  process.stdout.write(welcome(config, app.port))
} catch (error) {
  if (error instanceof ConfigError) {
    process.stderr.write(`${error.faults.join('\n')}\n`)
    process.exit(badConfiguration)
  }
  process.stderr.write(`Parley could not start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

function stopOnSignals(app: App): void {
  let firstAt = 0
  const stop = (): void => {
    // npm hands the terminal's signal on, so one Ctrl-C can arrive twice
    if (firstAt !== 0 && Date.now() - firstAt > 1_000) process.exit(1)
    if (firstAt !== 0) return
    firstAt = Date.now()
    void app.stop().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

function welcome({ host, playground }: Config, port: number): string {
  const address = `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`
  return [
    'Parley is ready.',
    `  GraphQL     ${address}/graphql (HTTP and WebSocket${playground ? ', GraphiQL in a browser' : ''})`,
    `  REST        ${address}/api/characters`,
    '',
    'First thing to try:',
    `  curl ${address}/graphql -H 'content-type: application/json' -d '{"query":"{ models { name available } }"}'`,
    '',
  ].join('\n')
}

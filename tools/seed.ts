import { spawn } from 'node:child_process'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { badConfiguration } from '../src/config/config-error.js'
import { readConfig, type Config } from '../src/config/config.js'
import { inheritedEnvironment, readEnvironment } from '../src/config/env.js'
import { readArguments, Refusal, runCommand } from './operator/command.js'
import { seed } from './seed/seed.js'

const usage = `npm run seed
Adds sample accounts, with a password that everyone can know, characters and a room: to the server that runs, else to the data
folder or the database of the settings.`

// npm run seed: adds sample data for manual tests to the running server, else to the data folder or the database
await runCommand(async () => {
  readArguments(usage, { args: process.argv.slice(2) })
  const config = readConfig(readEnvironment())
  const running = `http://${hostOf(config.host)}:${config.ports.app}`
  const isUp = await fetch(`${running}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isUp && config.trustedDocuments.isOnly)
    throw new Refusal(
      'TRUSTED_DOCUMENTS_ONLY: this server refuses the operations of the seed. Stop it and try again.',
      78,
    )
  return isUp ? `${running} has ${await seed(running)}` : seedStopped(config)
})

async function seedStopped({ dataDir, databaseUrl }: Config): Promise<string> {
  // runs the same way as this command: from the sources or from the build
  const command = fileURLToPath(import.meta.url)
  const program = join(dirname(command), '..', 'main', `main${extname(command)}`)
  const server = spawn(process.execPath, [...process.execArgv, program], {
    env: {
      ...inheritedEnvironment(),
      APP_PORT: '0',
      HOST: '127.0.0.1',
      ROLES: 'app',
      LOCAL_MODEL: 'scripted:',
      LOG_LEVEL: 'info',
      TRUSTED_DOCUMENTS_ONLY: 'false',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => server.once('close', resolve))
  const port = await new Promise<string>((resolve, reject) => {
    let output = ''
    server.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = /"port":(\d+),/.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    })
    void ended.then((code) =>
      reject(new Refusal('Nothing was seeded: the server could not start.', code === badConfiguration ? code : 70)),
    )
  })
  try {
    const content = await seed(`http://127.0.0.1:${port}`)
    return `${databaseUrl === undefined ? dataDir : 'The database'} has ${content}`
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

/** The host of a URL: every address means this machine, and IPv6 has brackets. */
function hostOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

import { spawn } from 'node:child_process'
import { readConfig } from '../src/config/config.js'
import { readEnvironment } from '../src/config/env.js'
import { seed } from './seed/seed.js'

// npm run seed: sample data for manual play, into the running server, else into the data folder
const { host, ports, dataDir, databaseUrl } = readConfig(readEnvironment())
const running = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${ports.app}`
const isUp = await fetch(`${running}/health/ready`).then(
  ({ ok }) => ok,
  () => false,
)
const stoppedPlace = databaseUrl === undefined ? dataDir : 'The database'
try {
  const [place, content] = isUp ? [running, await seed(running)] : [stoppedPlace, await seedStopped()]
  process.stdout.write(`${place} has ${content}\n`)
} catch (error) {
  process.stderr.write(`Nothing more was seeded: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function seedStopped(): Promise<string> {
  const server = spawn(process.execPath, ['--import', './tools/run-ts.mjs', 'src/main.ts'], {
    env: { ...readEnvironment(), APP_PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => server.once('close', resolve))
  const port = await new Promise<string>((resolve, reject) => {
    let output = ''
    server.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = /"port":(\d+),/.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    })
    void ended.then(() => reject(new Error('the server did not start')))
  })
  try {
    return await seed(`http://127.0.0.1:${port}`)
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

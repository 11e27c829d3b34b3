import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { within } from '@parley/runtime'
import { cpuMsOf, pssMbOf, serverArgs } from '../processes.js'

export interface StartResult {
  /** From the start of the process until it reports that it is ready. */
  readonly readyMs: number
  /** Until both workers have loaded the bundled model. */
  readonly loadedMs: number
  /** Of all processes until then. */
  readonly cpuMs: number
  /** Of all processes, a second later: shared memory counts once (PSS). */
  readonly memoryMb: number
}

const ports = ['APP_PORT', 'CHATLOG_PORT', 'ADMIN_PORT', 'AI_GATEWAY_PORT', 'AI_OFFICE_PORT', 'AI_CHARACTER_PORT']
const settledMs = 1_000
const giveUpMs = 30_000

export type Workers = 'separate' | 'shared'

/**
 * The whole system, with its defaults and with one worker for both services, started anew each time: the first start of
 * a folder makes its database.
 */
export async function measureStarts(options: {
  readonly starts: number
  readonly folder: string
}): Promise<Readonly<Record<Workers, readonly StartResult[]>>> {
  const dataDir = join(options.folder, 'data')
  const results: Record<Workers, StartResult[]> = { separate: [], shared: [] }
  await start(dataDir, 'separate')
  for (let number = 0; number < options.starts; number += 1)
    for (const workers of ['separate', 'shared'] as const) results[workers].push(await start(dataDir, workers))
  return results
}

async function start(dataDir: string, workers: Workers): Promise<StartResult> {
  const free = Object.fromEntries(ports.map((name) => [name, '0']))
  const models = workers === 'shared' ? 1 : 2
  const startedAt = performance.now()
  const child = spawn(process.execPath, serverArgs, {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      ENV_FILE: '/dev/null',
      DATA_DIR: dataDir,
      WORKERS: workers,
      ...free,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let output = ''
  let readyMs: number | undefined
  const isLoaded = new Promise<number>((resolve) =>
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString()
      const now = performance.now() - startedAt
      if (output.includes('"name":"ready"')) readyMs ??= now
      if (readyMs !== undefined && output.split('"name":"model.loaded"').length > models) resolve(now)
    }),
  )
  try {
    const loadedMs = await within(giveUpMs, isLoaded)
    if (loadedMs === undefined || readyMs === undefined || child.pid === undefined)
      throw new Error(`the system did not start: ${output}`)
    const cpuMs = cpuMsOf(child.pid)
    await pause(settledMs)
    return { readyMs, loadedMs, cpuMs, memoryMb: pssMbOf(child.pid) }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

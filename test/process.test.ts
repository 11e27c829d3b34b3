import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { Person } from './support/person.js'
import { createTestDatabase } from './support/postgres.js'

const dataDir = mkdtempSync(join(tmpdir(), 'parley-process-'))
const children = new Set<ChildProcess>()
const database = await createTestDatabase()

interface Started {
  readonly url: string
  readonly output: () => string
  stop(signal: NodeJS.Signals): Promise<number | null>
}

function launch(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', './tools/run-ts.mjs', 'src/main.ts'], {
    env: { DATA_DIR: dataDir, HOST: '127.0.0.1', APP_PORT: '0', ROLES: 'app', LOCAL_MODEL: 'scripted:', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const seen = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(output)
        if (found) resolve(found[1] ?? '')
      }
      child.stdout.on('data', look)
      child.stderr.on('data', look)
      void ended.then((code) => reject(new Error(`ended with ${String(code)}: ${output}`)))
    })
  return { child, ended, seen, output: () => output }
}

async function start(env: Record<string, string> = {}): Promise<Started> {
  const { child, ended, seen, output } = launch({ ...(database ? { DATABASE_URL: database.url } : {}), ...env })
  const port = await seen(/"port":(\d+)/)
  return {
    url: `http://127.0.0.1:${port}`,
    output,
    stop: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
  await database?.drop()
})

describe('the process', () => {
  it('finishes a reply in the making on SIGTERM, exits 0 and has everything at the next start', async () => {
    const first = await start({ LOCAL_MODEL: 'scripted:?delayMs=20&chunks=20' })
    const ada = await Person.register(first.url, 'ada')
    const roomId = await ada.room('chat')
    await ada.say(roomId)
    expect(await first.stop('SIGTERM')).toBe(0)

    const second = await start()
    const { body } = await ada.movedTo(second.url).rest('GET', `/api/rooms/chatrooms/${roomId}/logs`)
    expect(body).toEqual([expect.objectContaining({ index: 1, input_data: 'Hello' })])
    expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600)
    expect(await second.stop('SIGINT')).toBe(0)
  })

  it('has every acknowledged write after kill -9', async () => {
    const first = await start()
    const ada = await Person.register(first.url, 'grace')
    const roomId = await ada.room()
    const path = `/api/rooms/officerooms/${roomId}/logs`
    let acknowledged = 0
    const writing = (async () => {
      for (let turn = 1; ; turn += 1) {
        const saved = await ada.rest('PUT', path, { input_data: `say ${turn}`, output_data: 'x' })
        if (saved.status === 200) acknowledged = turn
        if (turn === 30) void first.stop('SIGKILL')
      }
    })()
    await expect(writing).rejects.toThrow()
    const second = await start()
    const { body } = await ada.movedTo(second.url).rest('GET', path)
    const indexes = (body as { index: number }[]).map(({ index }) => index)
    expect(indexes.length).toBeGreaterThanOrEqual(acknowledged)
    expect(indexes).toEqual(indexes.map((_, position) => position + 1))
    expect(await second.stop('SIGTERM')).toBe(0)
  })

  it('names every fault of its configuration and exits 78', async () => {
    const { ended, output } = launch({
      APP_PORT: 'x',
      JWT_SECRET: 'short',
      LOG_LEVEL: 'loud',
      MONGODB_URL: 'mongodb://h',
    })
    const code = await ended
    expect(code).toBe(78)
    for (const name of ['APP_PORT', 'JWT_SECRET', 'LOG_LEVEL', 'MONGODB_URL']) expect(output()).toContain(`${name}:`)
    expect(output()).not.toContain('short')
  })
})

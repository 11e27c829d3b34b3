import { mkdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { ask, signIn } from '../client.js'
import { createRoom } from '../cluster/messages.js'
import { ownCpuMsOf, residentMbOf, serverArgs, startServer, type ServerProcess } from '../processes.js'
import { readFromOutside, type ReaderCounts } from './read-from-outside.js'

/** Subscriptions of one room, and how often it changes while an ordinary client sends requests. */
export interface ReaderLoad {
  readonly sockets: number
  readonly perSocket: number
  /** Milliseconds between two changes of the room. */
  readonly everyMs: number
}

export interface ReadersOptions extends ReaderLoad {
  readonly durationMs: number
  readonly folder: string
}

export interface ReadersMeasurement extends ReaderLoad, ReaderCounts {
  /** Of each ordinary request, in milliseconds. */
  readonly ordinaryMs: readonly number[]
  readonly changes: number
  readonly seconds: number
  readonly cpuMs: number
  readonly residentMb: number
}

const ordinaryEveryMs = 20
const saveEntry = 'mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index } } }'
const saved = z.object({ saveLogEntry: z.object({ entry: z.object({ index: z.number() }) }) })

/** Measures the time of an ordinary request while very many subscriptions follow a room that changes. */
export async function measureReaders(options: ReadersOptions): Promise<ReadersMeasurement> {
  const { sockets, perSocket, everyMs, durationMs, folder } = options
  mkdirSync(folder)
  const subscriptions = sockets * perSocket
  const server = await startServer({
    name: 'Parley',
    args: serverArgs,
    env: {
      DATA_DIR: join(folder, 'data'),
      HOST: '127.0.0.1',
      ROLES: 'app',
      LOG_LEVEL: 'warn',
      SOCKET_LIMITS: JSON.stringify({
        perUser: sockets,
        connectionsPerAddress: 2 * sockets,
        subscriptionsPerUser: subscriptions,
        subscriptionsPerProcess: subscriptions,
      }),
    },
    portName: 'APP_PORT',
    logFile: join(folder, 'readers.log'),
  })
  try {
    const token = await signIn(server.url, 'reader')
    const roomId = await createRoom(server.url, token)
    const job = { url: server.url, token, roomId, sockets, perSocket }
    const ordinaryMs: number[] = []
    const [cpuMs, changed] = [{ before: 0, after: 0 }, { changes: 0 }]
    let residentMb = 0
    const counts = await readFromOutside(job, async () => {
      cpuMs.before = ownCpuMsOf(server.pid)
      const ended = AbortSignal.timeout(durationMs)
      const change = async () => {
        const input = { roomId, inputData: `change ${changed.changes}`, outputData: 'an answer' }
        saved.parse(await ask(server.url, { query: saveEntry, variables: { input }, token }))
        changed.changes += 1
      }
      await Promise.all([
        repeat(ended, everyMs, change),
        repeat(ended, ordinaryEveryMs, async () => void ordinaryMs.push(await ordinaryRequest(server))),
      ])
      cpuMs.after = ownCpuMsOf(server.pid)
      residentMb = residentMbOf(server.pid)
    })
    return {
      sockets,
      perSocket,
      everyMs,
      ...counts,
      ...changed,
      ordinaryMs,
      residentMb,
      seconds: durationMs / 1_000,
      cpuMs: cpuMs.after - cpuMs.before,
    }
  } finally {
    await server.stop()
  }
}

/** Starts `run` at this interval, whether or not the earlier ones have ended; resolves when all have. */
async function repeat(ended: AbortSignal, everyMs: number, run: () => Promise<void>): Promise<void> {
  const running: Promise<void>[] = []
  while (!ended.aborted) {
    running.push(run())
    await pause(everyMs)
  }
  await Promise.all(running)
}

const agent = new Agent({ keepAlive: true, maxSockets: 20 })

/** The milliseconds of a request by a client of another address. */
function ordinaryRequest({ url }: ServerProcess): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/characters`, { agent, localAddress: '127.0.0.2' }, (response) => {
      response.resume()
      response.once('error', reject)
      response.once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - startedAt)
        else reject(new Error(`an ordinary request was answered ${response.statusCode}`))
      })
    })
    sent.once('error', reject)
    sent.end()
  })
}

import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { startFilledServers, type FilledServers } from '../filled-servers.js'
import type { Round } from '../load/load-table.js'
import { runEach } from '../load/run-each.js'
import { runLoad, type LoadResult } from '../load/run-load.js'
import { clients, fillLogRooms, fillLongRoom, turn, userId, type LogRoomFilling } from './fill-log-rooms.js'
import { runStore, type StoreResult } from './run-store.js'

export type Act = 'save' | 'load'

type Peer = 'express' | 'safeFastify'
export type Contender = 'parley' | Peer

/** One round of each server in turn. */
export interface LogsRound {
  readonly servers: Round<Contender>
  readonly store: StoreResult
}

/** The newest 20 entries of a room of 100 entries and of one of 100,000. */
export interface PageRound {
  readonly short: LoadResult
  readonly long: LoadResult
}

export interface LogsMeasurement {
  readonly rounds: Readonly<Record<Act, readonly LogsRound[]>>
  readonly pages: readonly PageRound[]
}

export interface LogsOptions {
  readonly starts: number
  /** Rounds per start and operation. */
  readonly rounds: number
  readonly durationMs: number
  readonly warmUpMs: number
  readonly folder: string
}

export const acts: readonly Act[] = ['save', 'load']

interface Servers extends FilledServers<Peer, LogRoomFilling> {
  /** The database of the bare statements. */
  readonly storeFile: string
}

/** Measures durable saves and reads of 20 entries, with 50 clients at once, on each server in turn. */
export async function measureLogs(options: LogsOptions): Promise<LogsMeasurement> {
  const rounds: Record<Act, LogsRound[]> = { save: [], load: [] }
  const pages: PageRound[] = []
  for (let start = 0; start < options.starts; start += 1) {
    const servers = await startServers(join(options.folder, String(start)))
    try {
      for (const act of acts) await runRound(servers, act, options.warmUpMs, 0)
      for (let round = 0; round < options.rounds; round += 1) {
        for (const act of acts)
          rounds[act].push(await runRound(servers, act, options.durationMs, start * options.rounds + round))
        pages.push(await runPages(servers, options.durationMs))
      }
    } finally {
      await servers.stop()
    }
  }
  return { rounds, pages }
}

async function startServers(folder: string): Promise<Servers> {
  const servers = await startFilledServers({
    folder,
    parley: { portName: 'CHATLOG_PORT', env: { ROLES: 'app,chatlog,admin', APP_PORT: '0', ADMIN_PORT: '0' } },
    fill: fillLogRooms,
    fillFile: fillLongRoom,
    bare: {
      express: { name: 'Express', program: 'bench/logs/express-server.ts' },
      safeFastify: { name: 'Fastify with equal safety', program: 'bench/logs/safe-fastify-server.ts' },
    },
  })
  const storeFolder = join(folder, 'store')
  cpSync(join(folder, 'express'), storeFolder, { recursive: true })
  return { ...servers, storeFile: join(storeFolder, 'parley.db') }
}

async function runRound(
  { parley, bare, filling, storeFile }: Servers,
  act: Act,
  durationMs: number,
  round: number,
): Promise<LogsRound> {
  const rooms = act === 'save' ? filling.written : [filling.read]
  const load =
    act === 'save'
      ? { path: '/doclog/office/save_log', method: 'PUT' as const, bodies: bodiesOf(rooms, turn) }
      : { path: '/doclog/office/load_log', method: 'POST' as const, bodies: bodiesOf(rooms) }
  return {
    servers: await runEach({ parley, ...bare }, { ...load, connections: clients, durationMs }, round),
    store: await runStore({ file: storeFile, act, rooms, durationMs }),
  }
}

async function runPages({ parley, filling }: Servers, durationMs: number): Promise<PageRound> {
  const newest = (room: string) =>
    runLoad(parley, {
      path: '/doclog/office/load_log',
      method: 'POST',
      bodies: bodiesOf([room], { newest: 20 }),
      connections: clients,
      durationMs,
    })
  return { short: await newest(filling.short), long: await newest(filling.long) }
}

function bodiesOf(rooms: readonly string[], rest: object = {}): string[] {
  return rooms.map((id) => JSON.stringify({ user_id: userId, id, ...rest }))
}

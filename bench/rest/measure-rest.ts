import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { characterServer, fillCharacters } from '../fill-characters.js'
import { startFilledServers, type FilledServers } from '../filled-servers.js'
import { headerNames } from '../client.js'
import type { Round } from '../load/load-table.js'
import { runEach } from '../load/run-each.js'
import { residentMbOf, type ServerProcess } from '../processes.js'

type Peer = 'express' | 'fastify' | 'safeFastify'
export type Contender = 'parley' | Peer
export type Endpoint = 'characters' | 'profile'

export interface RestMeasurement {
  readonly rounds: Readonly<Record<Endpoint, readonly Round<Contender>[]>>
  /** Of Parley's main process after at least 10,000 requests; the maximum over all starts. */
  readonly residentMb: number
}

export interface RestOptions {
  readonly starts: number
  /** Rounds per start and endpoint. */
  readonly rounds: number
  readonly durationMs: number
  readonly warmUpMs: number
  readonly folder: string
}

const paths: Readonly<Record<Endpoint, string>> = { characters: '/api/characters', profile: '/api/users/profile' }
export const endpoints: readonly Endpoint[] = ['characters', 'profile']
const connections = 8

type Servers = FilledServers<Peer, string>

/** Measures two endpoints of each server in turn, round by round. Throws when their answers differ. */
export async function measureRest(options: RestOptions): Promise<RestMeasurement> {
  const rounds: Record<Endpoint, Round<Contender>[]> = { characters: [], profile: [] }
  let residentMb = 0
  for (let start = 0; start < options.starts; start += 1) {
    const servers = await startFilledServers({
      folder: join(options.folder, String(start)),
      parley: characterServer,
      fill: (url) => fillCharacters(url, 20),
      bare: {
        express: { name: 'Express', program: 'bench/rest/express-server.ts' },
        fastify: { name: 'Fastify', program: 'bench/rest/fastify-server.ts' },
        safeFastify: { name: 'Fastify with equal safety', program: 'bench/rest/safe-fastify-server.ts' },
      },
    })
    try {
      await compareAnswers(servers)
      for (const endpoint of endpoints) await runRound(servers, endpoint, options.warmUpMs, 0)
      for (let round = 0; round < options.rounds; round += 1)
        for (const endpoint of endpoints)
          rounds[endpoint].push(await runRound(servers, endpoint, options.durationMs, start * options.rounds + round))
      residentMb = Math.max(residentMb, residentMbOf(servers.parley.pid))
    } finally {
      await servers.stop()
    }
  }
  return { rounds, residentMb }
}

async function runRound(
  { parley, bare, filling: token }: Servers,
  endpoint: Endpoint,
  durationMs: number,
  round: number,
): Promise<Round<Contender>> {
  const load = { path: paths[endpoint], token: endpoint === 'profile' ? token : undefined, connections, durationMs }
  return runEach({ parley, ...bare }, load, round)
}

/** Throws when bodies differ, or when the headers of Parley differ from those of the peer with its safety. */
async function compareAnswers({ parley, bare, filling: token }: Servers): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  for (const endpoint of endpoints) {
    const answerOf = ({ url }: ServerProcess) => fetch(`${url}${paths[endpoint]}`, { headers })
    const [ours, theirs, ...others] = await Promise.all(
      [parley, bare.safeFastify, bare.express, bare.fastify].map((server) => answerOf(server)),
    )
    if (!ours || !theirs) throw new Error('a server has not answered')
    const [own, peers] = [headerNames(ours), headerNames(theirs)]
    if (!isDeepStrictEqual(own, peers))
      throw new Error(`the headers of ${paths[endpoint]} differ: ${String(own)}; ${String(peers)}`)
    const bodies = await Promise.all([ours, theirs, ...others].map((answer): Promise<unknown> => answer.json()))
    if (!bodies.every((body) => isDeepStrictEqual(body, bodies[0])))
      throw new Error(`the servers do not answer the same to ${paths[endpoint]}`)
  }
}

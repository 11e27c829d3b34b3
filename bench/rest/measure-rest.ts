import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { characterServer, fillCharacters } from '../fill-characters.js'
import { startFilledServers } from '../filled-servers.js'
import type { FilledServers } from '../filled-servers.js'
import { runLoad } from '../load/run-load.js'
import type { LoadResult } from '../load/run-load.js'
import { residentMbOf } from '../processes.js'

export type Contender = 'parley' | 'express' | 'fastify'
export type Endpoint = 'characters' | 'profile'

/** One round of each server in turn. */
export interface RestRound {
  readonly endpoint: Endpoint
  readonly results: Readonly<Record<Contender, LoadResult>>
}

export interface RestMeasurement {
  readonly rounds: readonly RestRound[]
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

type Servers = FilledServers<'express' | 'fastify', string>

/** Measures two endpoints of each server in turn, round by round. Throws when their answers differ. */
export async function measureRest(options: RestOptions): Promise<RestMeasurement> {
  const rounds: RestRound[] = []
  let residentMb = 0
  for (let start = 0; start < options.starts; start += 1) {
    const servers = await startFilledServers({
      folder: join(options.folder, String(start)),
      parley: characterServer,
      fill: (url) => fillCharacters(url, 20),
      bare: {
        express: { name: 'Express', program: 'bench/rest/express-server.ts' },
        fastify: { name: 'Fastify', program: 'bench/rest/fastify-server.ts' },
      },
    })
    try {
      await compareAnswers(servers)
      for (const endpoint of endpoints) await runRound(servers, endpoint, options.warmUpMs)
      for (let round = 0; round < options.rounds; round += 1)
        for (const endpoint of endpoints) rounds.push(await runRound(servers, endpoint, options.durationMs))
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
): Promise<RestRound> {
  const load = { path: paths[endpoint], token: endpoint === 'profile' ? token : undefined, connections, durationMs }
  const ours = await runLoad(parley, load)
  const express = await runLoad(bare.express, load)
  const fastify = await runLoad(bare.fastify, load)
  return { endpoint, results: { parley: ours, express, fastify } }
}

async function compareAnswers({ parley, bare, filling: token }: Servers): Promise<void> {
  for (const endpoint of endpoints) {
    const headers = { authorization: `Bearer ${token}` }
    const bodies = await Promise.all(
      [parley, bare.express, bare.fastify].map(async ({ url }): Promise<unknown> =>
        (await fetch(`${url}${paths[endpoint]}`, { headers })).json(),
      ),
    )
    if (!bodies.every((body) => isDeepStrictEqual(body, bodies[0])))
      throw new Error(`the servers do not answer the same to ${paths[endpoint]}`)
  }
}

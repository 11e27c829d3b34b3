import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { ask } from '../client.js'
import { startListServers } from './list-servers.js'
import type { ListServers } from './list-servers.js'
import { runLoad } from '../load/run-load.js'
import type { LoadResult } from '../load/run-load.js'

export type Caller = 'anonymous' | 'with a token'
export type Contender = 'parley' | 'apollo' | 'mercurius'

/** One round of each server in turn. */
export interface ListRound {
  readonly caller: Caller
  readonly results: Readonly<Record<Contender, LoadResult>>
}

export interface ListOptions {
  /** How often all servers are restarted: two runs of one program differ more than two rounds of one run. */
  readonly starts: number
  /** Rounds per start and caller. */
  readonly rounds: number
  readonly durationMs: number
  readonly warmUpMs: number
  /** A folder that only the bench uses. */
  readonly folder: string
}

const query = `query Characters($first: Int) {
  characters(first: $first) {
    nodes { id name greeting context imageUrl visibility ownerId createdAt }
    pageInfo { hasNextPage endCursor }
  }
}`
const variables = { first: 20 }
const connections = 8
export const callers: readonly Caller[] = ['anonymous', 'with a token']

/** Requests a list of 20 characters from each server in turn, round by round. Throws when their answers differ. */
export async function measureList(options: ListOptions): Promise<ListRound[]> {
  const rounds: ListRound[] = []
  for (let start = 0; start < options.starts; start += 1) {
    const servers = await startListServers(join(options.folder, String(start)))
    try {
      await compareAnswers(servers)
      for (const caller of callers) await runRound(servers, caller, options.warmUpMs)
      for (let round = 0; round < options.rounds; round += 1)
        for (const caller of callers) rounds.push(await runRound(servers, caller, options.durationMs))
    } finally {
      await servers.stop()
    }
  }
  return rounds
}

async function runRound(servers: ListServers, caller: Caller, durationMs: number): Promise<ListRound> {
  const token = caller === 'anonymous' ? undefined : servers.filling
  const bodies = [JSON.stringify({ query, variables })]
  const load = { path: '/graphql', method: 'POST' as const, bodies, token, connections, durationMs }
  const parley = await runLoad(servers.parley, load)
  const apollo = await runLoad(servers.bare.apollo, load)
  const mercurius = await runLoad(servers.bare.mercurius, load)
  return { caller, results: { parley, apollo, mercurius } }
}

async function compareAnswers({ parley, bare, filling: token }: ListServers): Promise<void> {
  for (const sent of [undefined, token]) {
    const answers = await Promise.all(
      [parley, bare.apollo, bare.mercurius].map(({ url }) => ask(url, { query, variables, token: sent })),
    )
    if (!answers.every((answer) => isDeepStrictEqual(answer, answers[0])))
      throw new Error('the servers do not answer the same')
  }
}

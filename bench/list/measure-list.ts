import { join } from 'node:path'
import type { Engine } from '../filled-databases.js'
import type { Round } from '../load/load-table.js'
import { runEach } from '../load/run-each.js'
import { compareAnswers } from './compare-answers.js'
import { documents, variables, writes } from './documents.js'
import { startListServers, type ListServers, type Peer } from './list-servers.js'

export type Caller = 'anonymous' | 'with a token'
export type Contender = 'parley' | Peer

export interface ListMeasurement {
  readonly engine: Engine
  readonly rounds: Readonly<Record<Caller, readonly Round<Contender>[]>>
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

const connections = 8
export const callers: readonly Caller[] = ['anonymous', 'with a token']

/**
 * Requests a list of 20 characters from each server in turn, round by round; a hundredth of the requests are writes.
 * Throws when the servers do not answer the same.
 */
export async function measureList(engine: Engine, options: ListOptions): Promise<ListMeasurement> {
  const rounds: Record<Caller, Round<Contender>[]> = { anonymous: [], 'with a token': [] }
  for (let start = 0; start < options.starts; start += 1) {
    const servers = await startListServers(engine, join(options.folder, `${engine}-${start}`))
    try {
      await compareAnswers(servers)
      for (const caller of callers) await runRound(servers, caller, options.warmUpMs, 0)
      for (let round = 0; round < options.rounds; round += 1)
        for (const caller of callers)
          rounds[caller].push(await runRound(servers, caller, options.durationMs, start * options.rounds + round))
    } finally {
      await servers.stop()
    }
  }
  return { engine, rounds }
}

async function runRound(
  { parley, bare, filling: token }: ListServers,
  caller: Caller,
  durationMs: number,
  round: number,
): Promise<Round<Contender>> {
  const load = {
    path: '/graphql',
    method: 'POST' as const,
    bodies: documents.map((query) => JSON.stringify({ query, variables })),
    token: caller === 'anonymous' ? undefined : token,
    writes: { bodies: writes.map((write) => JSON.stringify(write)), token },
    connections,
    durationMs,
  }
  return runEach({ parley, ...bare }, load, round)
}

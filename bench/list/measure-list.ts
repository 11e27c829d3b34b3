import { isDeepStrictEqual } from 'node:util'
import { ask } from '../client.js'
import type { ServerProcess } from '../processes.js'
import { startListServers } from './list-servers.js'
import { runLoad } from './run-load.js'
import type { LoadResult } from './run-load.js'

/** One server's rounds, for requests of one kind. */
export interface ListSeries {
  readonly server: string
  readonly rounds: readonly LoadResult[]
}

export interface ListResult {
  readonly caller: 'anonymous' | 'with a token'
  readonly parley: ListSeries
  readonly apollo: ListSeries
  readonly mercurius: ListSeries
}

export interface ListOptions {
  readonly rounds: number
  readonly durationMs: number
  readonly warmUpMs: number
  /** A folder of the bench's own. */
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

/** A list of 20 characters from each server in turn, round by round. Throws when they do not answer the same. */
export async function measureList(options: ListOptions): Promise<ListResult[]> {
  const servers = await startListServers(options.folder)
  const { parley, apollo, mercurius, token } = servers
  try {
    await compareAnswers([parley, apollo, mercurius], token)
    const measure = async (caller: ListResult['caller']): Promise<ListResult> => {
      const load = {
        body: JSON.stringify({ query, variables }),
        connections,
        token: caller === 'anonymous' ? undefined : token,
      }
      const series = [parley, apollo, mercurius].map((server) => ({ server, rounds: [] as LoadResult[] }))
      for (const { server } of series) await runLoad(server, { ...load, durationMs: options.warmUpMs })
      for (let round = 0; round < options.rounds; round += 1) {
        for (const { server, rounds } of series)
          rounds.push(await runLoad(server, { ...load, durationMs: options.durationMs }))
      }
      const seriesOf = (of: ServerProcess): ListSeries => {
        return { server: of.name, rounds: series.find(({ server }) => server === of)?.rounds ?? [] }
      }
      return { caller, parley: seriesOf(parley), apollo: seriesOf(apollo), mercurius: seriesOf(mercurius) }
    }
    return [await measure('anonymous'), await measure('with a token')]
  } finally {
    await servers.stop()
  }
}

async function compareAnswers(servers: readonly ServerProcess[], token: string): Promise<void> {
  for (const sent of [undefined, token]) {
    const answers = await Promise.all(servers.map(({ url }) => ask(url, { query, variables, token: sent })))
    for (const answer of answers)
      if (!isDeepStrictEqual(answer, answers[0])) throw new Error('the servers do not answer the same')
  }
}

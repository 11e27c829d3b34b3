import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { createPostgres } from '../../test/cluster/servers/postgresql.js'
import { freePort } from '../../test/support/app/free-port.js'
import { signIn } from '../client.js'
import { withoutLimits } from '../fanout/fill-watchers.js'
import { serverArgs, startServer } from '../processes.js'
import { fillEntries, koreanWord, word, type FillingCost } from './fill-entries.js'

export type Engine = 'SQLite' | 'PostgreSQL'

/** The times of the requests for one kind of query. */
export interface QueryTimes {
  readonly kind: string
  /** Milliseconds, from the request to its whole answer. */
  readonly ms: readonly number[]
  /** Results on the first page, on average. */
  readonly results: number
}

export interface SearchMeasurement {
  readonly engine: Engine
  readonly filling: FillingCost
  readonly queries: readonly QueryTimes[]
}

export interface SearchOptions {
  readonly rooms: number
  /** Requests of each kind, one after the other. */
  readonly requests: number
  readonly folder: string
}

interface Query {
  readonly query: string
  readonly roomId?: string | undefined
}

const kinds = (rooms: readonly string[]): Readonly<Record<string, (n: number) => Query>> => ({
  'a frequent word': (n) => ({ query: word(1 + (n % 20)) }),
  'a rare word': (n) => ({ query: word(5_000 + n * 13) }),
  'two frequent words': (n) => ({ query: `${word(1 + (n % 20))} ${word(2 + (n % 30))}` }),
  'a frequent and a rare word': (n) => ({ query: `${word(1 + (n % 20))} ${word(5_000 + n * 13)}` }),
  'two words of medium frequency': (n) => ({ query: `${word(300 + n)} ${word(400 + n)}` }),
  'a frequent word in one room': (n) => ({ query: word(1 + (n % 20)), roomId: rooms[n % rooms.length] }),
  'a Korean word of two syllables': (n) => ({ query: koreanWord(n) }),
})

const document = `query ($query: String!, $roomId: ID) {
  searchEntries(query: $query, roomId: $roomId) {
    nodes { entry { index inputData outputData } snippets { text highlights { start end } } }
    pageInfo { hasNextPage endCursor }
  }
}`
const foundShape = z.object({ data: z.object({ searchEntries: z.object({ nodes: z.array(z.object({})) }) }) })
const meShape = z.object({ data: z.object({ me: z.object({ id: z.string() }) }) })
const roomShape = z.object({ data: z.object({ createOfficeRoom: z.object({ room: z.object({ id: z.string() }) }) }) })

/** Measures searches in the rooms of one account, through the whole server, on an engine. */
export async function measureSearch(engine: Engine, options: SearchOptions): Promise<SearchMeasurement> {
  const folderOf = (name: string) => {
    const path = join(options.folder, `${engine}-${name}`)
    mkdirSync(path, { recursive: true })
    chmodSync(path, 0o755)
    return path
  }
  const postgres = engine === 'PostgreSQL' ? createPostgres(folderOf('postgres'), await freePort()) : undefined
  await postgres?.daemon.start()
  const dataDir = folderOf('data')
  const start = () =>
    startServer({
      name: engine,
      args: serverArgs,
      env: {
        DATA_DIR: dataDir,
        ROLES: 'app',
        LOCAL_MODEL: 'scripted:',
        RATE_LIMITS: withoutLimits,
        ...(postgres === undefined ? {} : { DATABASE_URL: postgres.url }),
      },
      portName: 'APP_PORT',
      logFile: join(dataDir, 'log'),
    })
  try {
    const empty = await start()
    const token = await signIn(empty.url, 'searcher')
    const rooms: string[] = []
    for (let n = 0; n < options.rooms; n += 1) {
      const answer = await graphql(empty.url, token, 'mutation { createOfficeRoom { room { id } } }')
      rooms.push(roomShape.parse(answer).data.createOfficeRoom.room.id)
    }
    const me = meShape.parse(await graphql(empty.url, token, '{ me { id } }'))
    await empty.stop()
    const filling = await fillEntries({ url: postgres?.url, dataDir }, { rooms, userId: me.data.me.id })
    const server = await start()
    try {
      const queries: QueryTimes[] = []
      for (const [kind, queryOf] of Object.entries(kinds(rooms))) {
        const ms: number[] = []
        let results = 0
        for (let n = -20; n < options.requests; n += 1) {
          const startedAt = performance.now()
          const answer = await graphql(server.url, token, document, queryOf(Math.abs(n)))
          const elapsed = performance.now() - startedAt
          const { nodes } = foundShape.parse(answer).data.searchEntries
          // the first ones warm up
          if (n >= 0) ms.push(elapsed)
          if (n >= 0) results += nodes.length
        }
        queries.push({ kind, ms, results: results / options.requests })
      }
      return { engine, filling, queries }
    } finally {
      await server.stop()
    }
  } finally {
    await postgres?.daemon.end('SIGKILL')
  }
}

async function graphql(url: string, token: string, query: string, variables: object = {}): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
  return answer.json()
}
